import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'
import { start } from './start.ts'
import { openStateFile } from './state-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-start-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['typo', "--broken: there is no clause 'typo' that can be broken (svc-emulator clauses lists all clauses)"],
  ['user.has-name,user.has-nam', "'user.has-nam' that can be broken, did you mean 'user.has-name'?"],
])('refuses --broken %s as a usage error', async (ids, message) => {
  const program = { ...svcEmulator, commands: [start] }
  expect(await run(program, ['start', '--port', '0', '--broken', ids], folder)).toMatchObject({
    exit: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  })
})

it('says once that it waits for the lock of a state file', async () => {
  const file = join(folder, 'state.json')
  const lines: string[] = []
  const held = await openStateFile(file, (line) => void lines.push(line))
  expect(lines).toEqual([])
  await expect(openStateFile(file, (line) => void lines.push(line), 200)).rejects.toThrow('is in use by another server')
  await held.release()
  expect(lines).toEqual([`--state ${file} is locked; waiting up to 0.2 s, as its server may have been killed`])
})
