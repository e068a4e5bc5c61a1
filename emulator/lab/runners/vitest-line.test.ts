import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vitestLine } from './vitest-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-line-'))
const scripts = {
  test: 'vitest run --project unit',
  both: 'npm run build && vitest run',
  set: `NODE_ENV=production vitest run -t 'two words'`,
  watched: 'vitest watch',
  jest: 'jest',
  pretested: 'vitest run',
  prepretested: 'node build.js',
}
writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }))
const line = (words: string) => vitestLine(words.split(' '), folder)

describe('a command line', () => {
  it.each([
    ['npx vitest run', ['run']],
    ['vitest', []],
    ['./node_modules/.bin/vitest run a.test.ts', ['run', 'a.test.ts']],
    ['node node_modules/vitest/vitest.mjs run', ['run']],
    ['pnpm exec vitest run', ['run']],
    ['yarn vitest run --project x', ['run', '--project', 'x']],
    ['npm test', ['run', '--project', 'unit']],
    ['npm test -- -t name', ['run', '--project', 'unit', '-t', 'name']],
    ['yarn test', ['run', '--project', 'unit']],
  ])('of vitest is understood: %s', (words, own) => {
    expect(line(words)).toEqual({ words: own, env: {} })
  })

  it('of a script with variables is understood', () => {
    expect(line('npm run set')).toEqual({
      words: ['run', '-t', 'two words'],
      env: { NODE_ENV: 'production' },
    })
  })

  it.each([
    ['npx vitest run --shard=1/2', "'--shard=1/2' needs a start of its own"],
    ['npx vitest bench', "'bench' needs a start of its own"],
    ['npx vitest run a.test.ts:12', "'a.test.ts:12' needs a start of its own"],
    ['npm run watched', "'watch' needs a start of its own"],
    ['npm run both', "the script 'both' of package.json is more than one call of vitest"],
    ['npm run pretested', "package.json has a script 'prepretested' beside 'pretested'"],
  ])('of vitest that cannot be kept up says why: %s', (words, why) => {
    expect(line(words)).toEqual({ why })
  })

  it.each(['node a.mjs', 'npx playwright test', 'npm run jest', 'npm run nothing', 'npm ci', 'sh -c vitest'])(
    'of something else is left alone: %s',
    (words) => {
      expect(line(words)).toBeUndefined()
    },
  )
})
