import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
let command: string

const run = (...words: string[]): string => execFileSync(process.execPath, [command, ...words], { encoding: 'utf8' })

beforeAll(async () => {
  folder = mkdtempSync(resolve('.dist-code-'))
  const source = join(folder, 'source')
  writeFileSync(`${source}.ts`, `
    import { basename } from 'node:path'
    import { fileURLToPath } from 'node:url'
    async function main() {
      const { sum } = await import('./source-sum.ts')
      console.log(basename(fileURLToPath(import.meta.url)), process.argv.slice(2).join(' '), sum(1, 2), (function (this: unknown) { return this })())
      if (process.argv[2] === 'rest') (await import('./source-rest.ts')).rest()
    }
    void main()`)
  writeFileSync(`${source}-sum.ts`, 'export const sums: number[] = []\nexport const sum = (a: number, b: number): number => sums[sums.push(a + b) - 1]!\n')
  writeFileSync(`${source}-rest.ts`, `import { sums } from './source-sum.ts'\nexport const rest = (): void => console.log('sums', sums.join())\n`)
  const { bundleCommands } = (await import(new URL('./bundle.mjs', import.meta.url).href)) as {
    bundleCommands(entries: { out: string; source: string }[], directory: string, peers: string[]): Promise<unknown>
  }
  const { shipCode } = (await import(new URL('./code-cache.mjs', import.meta.url).href)) as {
    shipCode(file: string, lines: Record<string, string[]>): Promise<void>
  }
  await bundleCommands([{ out: 'program', source: `${source}.ts` }], folder, [])
  command = join(folder, 'program.js')
  await shipCode(command, { add: ['up'] })
})

afterAll(() => rmSync(folder, { recursive: true }))

const code = (): string => join(folder, `program.add.${process.version}-${process.arch}.code`)

it('does the same with the code that was compiled, for other lines too, and in strict mode', () => {
  expect(execFileSync(process.execPath, ['-p', `
    const { readFileSync } = require('node:fs')
    const [filename, cachedData] = [${JSON.stringify(join(folder, 'program.joined.js'))}, readFileSync(${JSON.stringify(code())})]
    new (require('node:vm').Script)(readFileSync(filename, 'latin1'), { filename, cachedData }).cachedDataRejected`], { encoding: 'utf8' })).toBe('false\n')
  expect(run('add', 'up')).toBe('program.main.js add up 3 undefined\n')
  expect(run()).toBe('program.main.js  3 undefined\n')
})

it('loads what the compiled line did not need, beside what it has', () => {
  expect(readFileSync(join(folder, 'program.joined.js'), 'utf8')).not.toContain('"sums"')
  expect(run('rest')).toBe('program.main.js rest 3 undefined\nsums 3\n')
})

it('does the same where the code is cut short, and without any, as for another Node', () => {
  const expected = run('add')
  writeFileSync(code(), readFileSync(code()).subarray(0, -100))
  expect(run('add')).toBe(expected)
  rmSync(code())
  expect(run('add')).toBe(expected)
  expect(run('rest')).toContain('sums 3')
})
