import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type * as FileSystem from 'node:fs'
import * as files from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renameOver, replaceFile } from './replace-file.ts'

// Simulates a nearly full disk: only part of the data is written, without an error.
let short = false
/** Simulates a file that is a mount of its own. */
let mounted = false
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>()
  return {
    ...real,
    writeFile: async (to: files.FileHandle, pieces: Iterable<Buffer>) => {
      if (!short) return real.writeFile(to, pieces)
      const bytes = Buffer.concat([...pieces])
      await to.write(bytes, 0, bytes.length >> 1)
    },
  }
})
vi.mock('node:fs', async (original) => {
  const real = await original<typeof FileSystem>()
  return {
    ...real,
    renameSync: (from: string, to: string) => {
      if (mounted) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      return real.renameSync(from, to)
    },
  }
})

let folder: string
let file: string
beforeEach(() => {
  short = mounted = false
  folder = mkdtempSync(join(tmpdir(), 'svc-replace-'))
  file = join(folder, 'a.json')
})

const readMode = (path: string) => (statSync(path).mode & 0o7777).toString(8)

describe('replaceFile', () => {
  it('writes text and pieces of a text, whole, and leaves nothing beside it', async () => {
    await replaceFile(file, 'é')
    expect(readFileSync(file, 'utf8')).toBe('é')
    await replaceFile(file, ['a', '', 'bé'])
    expect(readFileSync(file, 'utf8')).toBe('abé')
    await replaceFile(file, '')
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['', ['a.json']])
  })

  it('leaves the old file where fewer bytes arrived than were written, though nothing failed', async () => {
    await replaceFile(file, 'the old one')
    short = true
    await expect(replaceFile(file, 'the new one')).rejects.toMatchObject({
      code: 'EIO',
      message: 'only 5 of 11 bytes reached the disk',
    })
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['the old one', ['a.json']])
  })

  it('keeps mode and owner of the file it replaces, and takes a mode from its first byte', async () => {
    writeFileSync(file, 'old')
    chmodSync(file, 0o640)
    if (process.getuid?.() === 0) chownSync(file, 65534, 65534)
    const { uid, gid } = statSync(file)
    await replaceFile(file, 'new')
    expect([readMode(file), statSync(file).uid, statSync(file).gid]).toEqual(['640', uid, gid])
    await replaceFile(file, 'newer', {
      mode: 0o600,
      check: () => expect(readdirSync(folder).map((name) => readMode(join(folder, name)))).toContain('600'),
    })
    expect(readMode(file)).toBe('600')
  })

  it('replaces what a symbolic link leads to', async () => {
    const link = join(folder, 'link')
    writeFileSync(file, 'old')
    symlinkSync(file, link)
    await replaceFile(link, 'new')
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new'])
  })

  it.skipIf(process.platform === 'win32')('writes to what is no file, and does not replace it', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const [read] = await Promise.all([files.readFile(pipe, 'utf8'), replaceFile(pipe, 'text')])
    expect([read, lstatSync(pipe).isFIFO()]).toEqual(['text', true])
  })

  it('changes nothing when the last look says no, or the place is taken by a folder', async () => {
    writeFileSync(file, 'old')
    const no = new Error('no')
    await expect(
      replaceFile(file, 'new', {
        check: () => {
          throw no
        },
      }),
    ).rejects.toBe(no)
    const taken = join(folder, 'taken')
    mkdirSync(taken)
    await expect(replaceFile(taken, 'new')).rejects.toMatchObject({ code: 'EISDIR' })
    await expect(replaceFile(join(folder, 'none', 'b'), 'new')).rejects.toMatchObject({ code: 'ENOENT' })
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.json', 'taken']])
  })

  it('overwrites nothing where it is told so', async () => {
    await replaceFile(file, 'one', { exclusive: true })
    await expect(replaceFile(file, 'two', { exclusive: true })).rejects.toMatchObject({ code: 'EEXIST' })
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['one', ['a.json']])
  })

  it('sweeps what killed writers left, and nothing of a living one or of other files', async () => {
    const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()
    const others = [`a.json.${process.ppid}-1.tmp`, 'a.json.bak', 'a.json.1', `b.json.${dead}-1.tmp`]
    for (const name of [...others, `a.json.${dead}-1.tmp`, `a.json.${process.pid}-9.tmp`])
      writeFileSync(join(folder, name), 'half')
    await replaceFile(file, 'new')
    expect(readdirSync(folder).toSorted()).toEqual(['a.json', ...others].toSorted())
    await replaceFile(file, 'new', { alone: true })
    expect(readdirSync(folder)).not.toContain(others[0])
  })

  it('lets many write at once: the last one wins, whole', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, number) => replaceFile(file, [String(number).repeat(1000), 'x'])))
    expect(readFileSync(file, 'utf8')).toMatch(/^(\d+?)\1{999}x$/)
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})

describe('renameOver', () => {
  async function renaming(platform: NodeJS.Platform, code: string, failures: number): Promise<[string, number]> {
    let renamed = 0
    const rename = (): void => {
      if (++renamed <= failures) throw Object.assign(new Error(code), { code })
    }
    const system = { platform, rename, wait: async () => undefined as never }
    const end = await renameOver('a', 'b', system).then(
      () => 'renamed',
      (error: NodeJS.ErrnoException) => error.code ?? '',
    )
    return [end, renamed]
  }

  it.each<[NodeJS.Platform, string, number, [string, number]]>([
    ['win32', 'EPERM', 3, ['renamed', 4]],
    ['win32', 'EPERM', Infinity, ['EPERM', 25]],
    ['win32', 'ENOSPC', 3, ['ENOSPC', 1]],
    ['linux', 'EPERM', 3, ['EPERM', 1]],
  ])('waits on Windows for a file that another program holds: %s %s %d', async (platform, code, failures, expected) => {
    expect(await renaming(platform, code, failures)).toEqual(expected)
  })
})

describe('a file that is a mount of its own', () => {
  beforeEach(() => {
    writeFileSync(file, 'the old text, which is longer')
    mounted = true
  })

  it('is written into where that is allowed, and stays the file that it is', async () => {
    const { ino } = statSync(file)
    const intoMount = vi.fn()
    await replaceFile(file, 'the new text', { intoMount })
    expect(readFileSync(file, 'utf8')).toBe('the new text')
    expect([statSync(file).ino, intoMount.mock.calls.length, readdirSync(folder)]).toEqual([ino, 1, ['a.json']])
  })

  it('is left as it is elsewhere', async () => {
    await expect(replaceFile(file, 'the new text')).rejects.toThrow('EBUSY')
    expect(readFileSync(file, 'utf8')).toBe('the old text, which is longer')
    expect(readdirSync(folder)).toEqual(['a.json'])
  })
})
