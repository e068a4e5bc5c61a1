import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'

const { isStale } = (await import(new URL('./stale.mjs', import.meta.url).href)) as {
  isStale(folder: string): boolean
}
let folder: string

function write(path: string, time: number): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, time, time)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-stale-'))
  write('emulator/engine/kernel/rest/http.ts', 100)
  write('package.json', 100)
  write('dist/index.js', 200)
  for (const path of ['emulator', 'emulator/engine', 'emulator/engine/kernel', 'emulator/engine/kernel/rest'])
    utimesSync(join(folder, path), 100, 100)
  utimesSync(join(folder, 'dist'), 200, 200)
})

it('is not stale when every source is older', () => {
  expect(isStale(folder)).toBe(false)
  write('docs/page.md', 300)
  write('emulator/engine/kernel/rest/http.test.ts', 300)
  utimesSync(join(folder, 'emulator/engine/kernel/rest'), 100, 100)
  expect(isStale(folder)).toBe(false)
})

it.each(['emulator/engine/kernel/rest/http.ts', 'package.json', 'scenarios/new.yaml', 'tools/build.mjs'])(
  'is stale when %s is newer',
  (path) => {
    write(path, 300)
    expect(isStale(folder)).toBe(true)
  },
)

it('is stale when a source went', () => {
  rmSync(join(folder, 'emulator/engine/kernel/rest/http.ts'))
  expect(isStale(folder)).toBe(true)
})

it('is stale without a build', () => {
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(isStale(folder)).toBe(true)
})
