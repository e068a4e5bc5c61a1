import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { machineRefusal } from './machine-refusal.ts'
import { checkFolder } from './write-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-refusal-'))
  writeFileSync(join(folder, 'file'), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

const refused = (act: Promise<unknown>) => act.then(() => undefined, machineRefusal)

it('says what could not be done, and why', async () => {
  const file = join(folder, 'file')
  expect(await refused(mkdir(file))).toBe(`the folder ${file} cannot be made (there is a file of that name, EEXIST)`)
  expect(await refused(open(join(file, 'below')))).toBe(
    `${join(file, 'below')}: open failed (a part of its path is no folder, ENOTDIR)`,
  )
})

it.each([
  new Error('a defect'),
  Object.assign(new Error(), { code: 'ENOENT', syscall: 'open', path: 'x' }),
  Object.assign(new Error(), { code: 'EACCES' }),
])('leaves others alone', (error) => {
  expect(machineRefusal(error)).toBeUndefined()
})

it('takes a folder that is there or can be made, and no file', async () => {
  await checkFolder('--save', folder)
  await checkFolder('--save', join(folder, 'new/deeper'))
  for (const path of ['file', 'file/below']) {
    await expect(checkFolder('--save', join(folder, path))).rejects.toThrow(
      `--save ${join(folder, path)}: ${join(folder, 'file')} is a file, expected a folder`,
    )
  }
})
