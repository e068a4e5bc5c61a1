import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../tests/helpers/until.ts'
import { FileWatcher } from './watch.ts'

let at: string
let watcher: FileWatcher
let seen: string[]

beforeEach(() => {
  at = mkdtempSync(join(tmpdir(), 'svc-watch-'))
  seen = []
  watcher = new FileWatcher((name) => seen.push(name))
})

afterEach(() => {
  watcher.close()
  rmSync(at, { recursive: true })
})

const write = (path: string, text = 'first') => writeFileSync(join(at, path), text)

const makeFolder = () => {
  mkdirSync(join(at, 'build'))
  write('build/w.yaml')
}

it.each<[what: string, path: string, prepare: () => void, change: () => void]>([
  ['a file that is written', 'w.yaml', () => write('w.yaml'), () => write('w.yaml', 'second one')],
  [
    'a file that is replaced',
    'w.yaml',
    () => write('w.yaml'),
    () => {
      write('w.tmp', 'second')
      renameSync(join(at, 'w.tmp'), join(at, 'w.yaml'))
    },
  ],
  [
    'a link whose folder is another link that moves, as in a ConfigMap',
    'w.yaml',
    () => {
      makeFolder()
      symlinkSync('build', join(at, '..data'))
      symlinkSync('..data/w.yaml', join(at, 'w.yaml'))
    },
    () => {
      mkdirSync(join(at, 'next'))
      write('next/w.yaml', 'second')
      symlinkSync('next', join(at, '..data_tmp'))
      renameSync(join(at, '..data_tmp'), join(at, '..data'))
      rmSync(join(at, 'build'), { recursive: true })
    },
  ],
  [
    'a file behind a link',
    'w.yaml',
    () => {
      makeFolder()
      symlinkSync('build/w.yaml', join(at, 'w.yaml'))
    },
    () => write('build/w.yaml', 'second one'),
  ],
  [
    'a link that is pointed elsewhere',
    'w.yaml',
    () => {
      write('a.yaml')
      write('b.yaml', 'second')
      symlinkSync('a.yaml', join(at, 'w.yaml'))
    },
    () => {
      symlinkSync('b.yaml', join(at, 'w.new'))
      renameSync(join(at, 'w.new'), join(at, 'w.yaml'))
    },
  ],
  [
    'a folder that is replaced',
    'build/w.yaml',
    makeFolder,
    () => {
      renameSync(join(at, 'build'), join(at, 'old'))
      makeFolder()
    },
  ],
  ['a folder that is removed', 'build/w.yaml', makeFolder, () => rmSync(join(at, 'build'), { recursive: true })],
  ['a file that comes', 'build/w.yaml', () => {}, makeFolder],
])('tells of %s, and of the next change', async (_, path, prepare, change) => {
  prepare()
  watcher.add(join(at, path))
  await settle()
  change()
  await until(() => expect(seen).toContain('w.yaml'))
  seen.length = 0
  mkdirSync(join(at, path, '..'), { recursive: true })
  writeFileSync(join(at, path), 'the third, which is longer')
  await until(() => expect(seen).toContain('w.yaml'))
})

/** Waits for a look at another file, which follows the first look at those that are watched. */
async function settle(): Promise<void> {
  const file = join(at, 'other')
  let looked = false
  const other = new FileWatcher(() => (looked = true))
  other.add(file)
  await until(() => {
    writeFileSync(file, String(Math.random()))
    expect(looked).toBe(true)
  })
  other.close()
}

it('names all files of one change, in the order in which they were added', async () => {
  for (const name of ['b.yaml', 'a.yaml', 'c.yaml']) {
    write(name)
    watcher.add(join(at, name))
  }
  await settle()
  for (const name of ['c.yaml', 'a.yaml']) write(name, 'second')
  await until(() => expect(seen.join(', ').split(', ').toSorted()).toEqual(['a.yaml', 'c.yaml']))
  expect(seen).toEqual(['a.yaml, c.yaml'])
})

it('tells nothing once it is closed', async () => {
  write('w.yaml')
  const told: string[] = []
  const other = new FileWatcher((name) => told.push(name))
  try {
    for (const each of [watcher, other]) each.add(join(at, 'w.yaml'))
    await settle()
    watcher.close()
    write('w.yaml', 'second one')
    await until(() => expect(told).toEqual(['w.yaml']))
    expect(seen).toEqual([])
  } finally {
    other.close()
  }
})
