import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const tests = ['emulator', 'cli', 'inspector', 'tools', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !/\bnode_modules\b/.test(name))
    .map((name) => join(folder, name)),
)

it('no test and no hook has a time limit of its own: vitest.config.ts has one for each project', () => {
  const limited = tests.filter((file) =>
    /^\s*\}, [\d_]{6,}\)$|, \{ timeout: [\d_]{6,} \}, (?:async )?\(/m.test(readFileSync(file, 'utf8')),
  )
  expect(tests.length).toBeGreaterThan(500)
  expect(limited).toEqual([])
})
