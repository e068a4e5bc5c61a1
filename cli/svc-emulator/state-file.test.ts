import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

it('knows a file that somebody else writes at the moment in which it is saved', async () => {
  const opened = await openStateFile(file)
  try {
    const writing = opened.write('one')
    while (!existsSync(file)) await new Promise((done) => setImmediate(done))
    writeFileSync(file, 'of somebody else')
    await writing
    expect(opened.isCurrent()).toBe(false)
    await expect(opened.write('two')).rejects.toThrow('was changed by somebody else, and is not written over')
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  } finally {
    await opened.release()
  }
})

it('says of a file that somebody else writes during a save what it is', async () => {
  const opened = await openStateFile(file)
  function* pieces(): Generator<string> {
    yield 'one'
    writeFileSync(file, 'of somebody else')
  }
  try {
    await expect(opened.write(pieces())).rejects.toThrow(
      `--state ${file} was changed by somebody else, and is not written over: move it away, and the state is saved again`,
    )
    expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  } finally {
    await opened.release()
  }
})

it('keeps the file where the next state would be too large to be read again', async () => {
  const opened = await openStateFile(file, 10)
  try {
    await opened.write(['12345', '67890'])
    const refused = opened.write(['12345', '67890', '1'])
    await expect(refused).rejects.toThrow(
      'the state is larger than the 10 bytes that can be read again: delete something',
    )
    expect(readFileSync(file, 'utf8')).toBe('1234567890')
  } finally {
    await opened.release()
  }
})
