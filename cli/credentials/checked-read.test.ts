import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readMode } from '../../tests/helpers/cli/in-process.ts'
import { currentStamp, directoryWarning, readChecked, resolveTarget } from './checked-read.ts'

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'svc-read-'))
  file = join(directory, 'credentials.yaml')
  writeFileSync(file, 'text', { mode: 0o600 })
})
const insecure = (text: string) =>
  expect.objectContaining({ code: 'INSECURE_CREDENTIALS_PERMISSIONS', message: expect.stringContaining(text) })
const unusable = (text: string) =>
  expect.objectContaining({ code: 'CREDENTIALS_NOT_FOUND', message: expect.stringContaining(text) })
const asRoot = process.geteuid?.() === 0

describe('readChecked', () => {
  it('reads a file of ours that nobody else may use', () => {
    expect(readChecked(file)).toEqual({ text: 'text', stamp: currentStamp(file) })
    chmodSync(file, 0o400)
    expect(readChecked(file)?.text).toBe('text')
  })

  it('has nothing where there is no file or no directory', () => {
    expect(readChecked(join(directory, 'none.yaml'))).toBeUndefined()
    expect(readChecked(join(directory, 'none', 'none.yaml'))).toBeUndefined()
    expect(currentStamp(join(directory, 'none.yaml'))).toBe('')
  })

  it.each([0o001, 0o002, 0o004, 0o010, 0o020, 0o040])(
    'refuses the bit %o for group or other, and leaves the mode',
    (bit) => {
      chmodSync(file, 0o600 | bit)
      expect(() => readChecked(file)).toThrow(insecure(`chmod 0600 '${file}'`))
      expect(readMode(file)).toBe((0o600 | bit).toString(8).padStart(4, '0'))
    },
  )

  it('reads a file on Windows, where every file shows the same mode', () => {
    chmodSync(file, 0o666)
    chmodSync(directory, 0o777)
    expect(readChecked(file, 'win32')?.text).toBe('text')
    expect(directoryWarning(directory, 'win32')).toBeUndefined()
    expect(() => readChecked(file, 'darwin')).toThrow(insecure('chmod 0600'))
  })

  it('warns of a directory in which others may replace the file, and reads it (A-69)', () => {
    for (const mode of [0o720, 0o702]) {
      chmodSync(directory, mode)
      expect(readChecked(file)?.text).toBe('text')
      expect(directoryWarning(directory)).toContain(
        `${directory} has mode 0${mode.toString(8)}: others could replace the files in it`,
      )
      expect(readMode(directory)).toBe(`0${mode.toString(8)}`)
    }
    chmodSync(directory, 0o755)
    expect(directoryWarning(directory)).toBeUndefined()
    expect(readChecked(file)?.text).toBe('text')
  })

  it.runIf(asRoot)('refuses a file, a link and a directory of another user', () => {
    chownSync(file, 12_345, 0)
    expect(() => readChecked(file)).toThrow(insecure('uid 12345'))
    chownSync(file, 0, 0)
    const link = join(directory, 'link.yaml')
    symlinkSync(file, link)
    lchownSync(link, 12_345, 0)
    expect(() => readChecked(link)).toThrow(insecure('uid 12345'))
    chownSync(directory, 12_345, 0)
    expect(() => readChecked(file)).toThrow(insecure('uid 12345'))
  })

  it('follows a link of ours, checks what it leads to, and names a link that leads nowhere', () => {
    const link = join(directory, 'link.yaml')
    symlinkSync(file, link)
    expect(readChecked(link)?.text).toBe('text')
    expect(resolveTarget(link)).toBe(file)
    chmodSync(file, 0o640)
    expect(() => readChecked(link)).toThrow(insecure('0640'))
    rmSync(file)
    expect(() => readChecked(link)).toThrow(unusable('leads to no file'))
  })

  it('refuses what is no regular file, without waiting for a pipe', () => {
    const pipe = join(directory, 'pipe')
    execFileSync('mkfifo', ['-m', '600', pipe])
    expect(() => readChecked(pipe)).toThrow(unusable('not a regular file'))
    const folder = join(directory, 'folder')
    mkdirSync(folder, { mode: 0o700 })
    expect(() => readChecked(folder)).toThrow(unusable('not a regular file'))
    expect(() => readChecked(join(file, 'below'))).toThrow(unusable('is not a directory'))
  })

  it('refuses bytes that are no UTF-8, and files beyond 1 MiB', () => {
    writeFileSync(file, Buffer.from([0xff, 0xfe]))
    expect(() => readChecked(file)).toThrow(unusable('UTF-8'))
    writeFileSync(file, Buffer.alloc(1024 * 1024 + 1))
    expect(() => readChecked(file)).toThrow(unusable('1 MiB'))
    writeFileSync(file, 'x'.repeat(1024 * 1024))
    expect(readChecked(file)?.text).toHaveLength(1024 * 1024)
  })

  it('says why a file cannot be opened', async () => {
    const socket = createServer()
    await new Promise<void>((resolve) => socket.listen(join(directory, 'socket'), resolve))
    expect(() => readChecked(join(directory, 'socket'))).toThrow(unusable('cannot be opened (ENXIO)'))
    await new Promise((resolve) => socket.close(resolve))
  })

  it.runIf(asRoot)('refuses a link into a directory of another user', () => {
    const other = mkdtempSync(join(tmpdir(), 'svc-other-'))
    writeFileSync(join(other, 'real.yaml'), 'text', { mode: 0o600 })
    symlinkSync(join(other, 'real.yaml'), join(directory, 'link.yaml'))
    chownSync(other, 12_345, 0)
    expect(() => readChecked(join(directory, 'link.yaml'))).toThrow(insecure('uid 12345'))
  })

  it.runIf(existsSync('/proc/self/fd'))('leaves no file open', () => {
    const open = () => readdirSync('/proc/self/fd').length
    const before = open()
    for (let i = 0; i < 20; i++) readChecked(file)
    expect(open()).toBeLessThan(before + 10)
  })

  it('has nothing to warn of where there is no directory', () => {
    expect(directoryWarning(join(directory, 'none'))).toBeUndefined()
  })
})
