import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
      Object.isFrozen(Object.freeze([])) && console.log(basename(fileURLToPath(import.meta.url)), process.argv.slice(2).join(' '), sum(1, 2), (function (this: unknown) { return this })())
    }
    void main()`)
  writeFileSync(`${source}-sum.ts`, 'export const sum = (a: number, b: number): number => a + b\n')
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

it('does the same with the code that was compiled, for other lines too, and in strict mode', () => {
  expect(existsSync(join(folder, 'program.add.code'))).toBe(true)
  expect(run('add', 'up')).toBe('program.main.js add up 3 undefined\n')
  expect(run()).toBe('program.main.js  3 undefined\n')
})

it('does the same where another Node compiled, where the code is cut short, and without any', () => {
  const file = join(folder, 'program.add.code')
  const code = readFileSync(file)
  const expected = run('add')
  writeFileSync(file, Buffer.from(code.toString('latin1').replace(process.version, process.version.replace('v', 'w')), 'latin1'))
  expect(run('add')).toBe(expected)
  writeFileSync(file, code.subarray(0, -100))
  expect(run('add')).toBe(expected)
  rmSync(file)
  expect(run('add')).toBe(expected)
})
