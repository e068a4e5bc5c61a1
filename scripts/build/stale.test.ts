import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'

const { isStale } = (await import(new URL('./stale.mjs', import.meta.url).href)) as {
  isStale(folder: string, commands: { out: string; compiled?: object }[]): boolean
}
const { codeFile } = (await import(new URL('./code-cache.mjs', import.meta.url).href)) as {
  codeFile(command: string, word: string): string
}
const commands = [{ out: 'cli/one', compiled: { start: [] } }, { out: 'cli/two' }]
let folder: string

function write(path: string, time: number): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, time, time)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-stale-'))
  write('emulator/kernel/rest/http.ts', 100)
  write('package.json', 100)
  write(codeFile('dist/cli/one', 'start'), 200)
  for (const path of ['emulator', 'emulator/kernel', 'emulator/kernel/rest']) utimesSync(join(folder, path), 100, 100)
  utimesSync(join(folder, 'dist'), 200, 200)
})

it('is not stale when every source is older', () => {
  expect(isStale(folder, commands)).toBe(false)
  write('docs/page.md', 300)
  write('emulator/kernel/rest/http.test.ts', 300)
  utimesSync(join(folder, 'emulator/kernel/rest'), 100, 100)
  expect(isStale(folder, commands)).toBe(false)
})

it.each(['emulator/kernel/rest/http.ts', 'package.json', 'scenarios/new.yaml', 'scripts/build.mjs'])('is stale when %s is newer', (path) => {
  write(path, 300)
  expect(isStale(folder, commands)).toBe(true)
})

it('is stale when a source went', () => {
  rmSync(join(folder, 'emulator/kernel/rest/http.ts'))
  expect(isStale(folder, commands)).toBe(true)
})

it('is stale without a build, or without the code for this Node', () => {
  rmSync(join(folder, codeFile('dist/cli/one', 'start')))
  utimesSync(join(folder, 'dist'), 200, 200)
  expect(isStale(folder, commands)).toBe(true)
  rmSync(join(folder, 'dist'), { recursive: true })
  expect(isStale(folder, [])).toBe(true)
})
