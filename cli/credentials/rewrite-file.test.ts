import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { readMode, newHome } from '../../tests/helpers/cli/in-process.ts'
import { readChecked } from './checked-read.ts'
import { rewriteFile } from './rewrite-file.ts'

let file: string
beforeEach(() => {
  file = join(newHome(), '.svc', 'credentials.yaml')
})
const append = (text: string, path = file) =>
  rewriteFile(path, { read: () => readChecked(path), change: (old = '') => ({ result: old.length, text: old + text }) })

describe('rewriteFile', () => {
  it('makes the directory 0700 and the file 0600, and gives the result', async () => {
    expect(await append('a')).toBe(0)
    expect(await append('b')).toBe(1)
    expect([readMode(dirname(file)), readMode(file), readFileSync(file, 'utf8')]).toEqual(['0700', '0600', 'ab'])
    expect(readdirSync(dirname(file))).toEqual(['credentials.yaml'])
  })

  it('replaces the file instead of writing into it', async () => {
    await append('a')
    const before = statSync(file).ino
    await append('b')
    expect(statSync(file).ino).not.toBe(before)
  })

  it('keeps a symbolic link and replaces what it leads to', async () => {
    const real = join(newHome(), 'real.yaml')
    writeFileSync(real, 'a', { mode: 0o600 })
    mkdirSync(dirname(file), { mode: 0o700 })
    symlinkSync(real, file)
    await append('b')
    expect([readlinkSync(file), readFileSync(real, 'utf8')]).toEqual([real, 'ab'])
  })

  it('writes nothing and frees the lock when the change fails', async () => {
    await append('a')
    const failing = rewriteFile(file, {
      read: () => readChecked(file),
      change: () => {
        throw new Error('no')
      },
    })
    await expect(failing).rejects.toThrow('no')
    expect(readdirSync(dirname(file))).toEqual(['credentials.yaml'])
    await append('b')
    expect(readFileSync(file, 'utf8')).toBe('ab')
  })

  it('changes what somebody without the lock wrote meanwhile, instead of losing it', async () => {
    await append('a')
    let first = true
    await rewriteFile(file, {
      read: () => readChecked(file),
      change: (old = '') => {
        if (first) writeFileSync(file, `${old}x`)
        first = false
        return { result: undefined, text: `${old}b` }
      },
    })
    expect(readFileSync(file, 'utf8')).toBe('axb')
  })

  it('gives up on a file that never keeps still, and leaves it whole', async () => {
    await append('a')
    const restless = rewriteFile(file, {
      read: () => readChecked(file),
      change: (old = '') => {
        writeFileSync(file, `${old}x`)
        return { result: undefined, text: 'lost' }
      },
    })
    await expect(restless).rejects.toMatchObject({
      code: 'CREDENTIALS_BUSY',
      message: `${file} keeps being changed by other processes; nothing was changed`,
    })
    expect(readFileSync(file, 'utf8')).toBe('axxxxx')
  })

  it('takes over the lock of a process that was killed, and sweeps what it left', async () => {
    await append('a')
    writeFileSync(`${file}.${process.pid}-7.tmp`, 'half', { mode: 0o600 })
    // One that seems to be alive: under the lock nobody else writes.
    writeFileSync(`${file}.${process.ppid}-1.tmp`, 'half', { mode: 0o600 })
    writeFileSync(`${file}.bak`, 'mine')
    mkdirSync(`${file}.lock`)
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(`${file}.lock`, longAgo, longAgo)
    await append('b')
    expect(readFileSync(file, 'utf8')).toBe('ab')
    expect(readdirSync(dirname(file)).sort()).toEqual(['credentials.yaml', 'credentials.yaml.bak'])
  })

  it('loses nothing when many write at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => append(`${index};`)))
    expect(
      readFileSync(file, 'utf8')
        .split(';')
        .filter(Boolean)
        .map(Number)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('names a place that cannot be written', async () => {
    const nowhere = join(newHome(), 'none', '.svc', 'credentials.yaml')
    await expect(append('a', nowhere)).rejects.toMatchObject({
      code: 'CREDENTIALS_NOT_WRITTEN',
      message: `could not write ${nowhere} (a folder of its path is not there, ENOENT); nothing was written`,
    })
  })
})
