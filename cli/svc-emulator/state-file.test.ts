import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStateFile } from './state-file.ts'

let file: string
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'svc-state-file-')), 's.json')
})
afterEach(() => rmSync(join(file, '..'), { recursive: true }))

it.each(['', '\n', '\uFEFF'])('begins anew with the file %j, which was made to be mounted', async (text) => {
  writeFileSync(file, text)
  const opened = await openStateFile(file)
  try {
    expect(await opened.read()).toBeUndefined()
    await opened.write('{"svc_emulator_state": 1}')
    expect(readFileSync(file, 'utf8')).toBe('{"svc_emulator_state": 1}')
  } finally {
    await opened.release()
  }
})
