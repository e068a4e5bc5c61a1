import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { digestFiles } from './digest-files.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'svc-digest-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text = name): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

const list = async (named: readonly string[] = [], left: readonly string[] = [], below = '') => [
  ...(await digestFiles(join(folder, below), named, left)).keys(),
]

it('is of all files below but installed ones, and of what they hold', async () => {
  for (const name of ['b.ts', 'a/c.ts', 'node_modules/x/index.js', 'a/node_modules/y.js', 'last.json']) write(name)
  expect(await list([], ['last.json', 'none.json'])).toEqual(['a/c.ts', 'b.ts'])
  const before = await digestFiles(folder, [], [])
  write('a/c.ts', 'otherwise')
  const after = await digestFiles(folder, [], [])
  expect([...after.keys()].filter((name) => before.get(name) !== after.get(name))).toEqual(['a/c.ts'])
})

it('leaves out what git ignores, unless it is named', async () => {
  execFileSync('git', ['init', '-q', folder])
  for (const name of ['own.ts', 'dist/client.js', 'dist/other.js', 'node_modules/x.js']) write(name)
  write('.gitignore', 'dist\n')
  expect(await list()).toEqual(['.gitignore', 'own.ts'])
  expect(await list(['node', 'dist/client.js', '.'])).toEqual(['.gitignore', 'dist/client.js', 'own.ts'])
  expect(await list([], [], 'dist')).toEqual(['client.js', 'other.js'])
})

it('follows links, in circles too, and takes what is named outside', async () => {
  for (const name of ['inner/a.ts', 'outer/b.ts', 'home/.npmrc']) write(name)
  symlinkSync(join(folder, 'inner'), join(folder, 'inner/again'))
  symlinkSync(join(folder, 'outer'), join(folder, 'inner/linked'))
  expect(await list(['../home'], [], 'inner')).toEqual(['../home/.npmrc', 'a.ts', 'linked/b.ts'])
})

it('leaves out what the lab wrote: reports, an empty file that becomes one, lean files, and saved findings', async () => {
  write('own.json', '{ "leans": 2 }')
  write('last.json', JSON.stringify({ mutants: [], restsOn: { question: 'mutate' } }, null, 2))
  write('web.leans.json', '{\n  "leans": 1,\n')
  write('next.json', '')
  write('found/hung.yaml', '# Found by exploring; x\nscenario: 1')
  write('found/mine.yaml', 'scenario: 1')
  expect(await list([], ['found'])).toEqual(['found/mine.yaml', 'own.json'])
  expect(await list()).toEqual(['found/hung.yaml', 'found/mine.yaml', 'own.json'])
})
