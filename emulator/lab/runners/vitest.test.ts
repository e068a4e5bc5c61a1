import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onlyFiles, vitest } from './vitest.ts'

describe('a command line of vitest', () => {
  it.each([
    ['vitest run', true],
    ['npx vitest run --project unit', true],
    ['node node_modules/vitest/vitest.mjs', true],
    ['./node_modules/.bin/vitest', true],
    ['npm test', false],
    ['npx playwright test', false],
    ['npx vitest run -- a', false],
  ])('%s: %s', (line, expected) => {
    expect(vitest.takes(line.split(' '))).toBe(expected)
  })

  it('goes on printing as it did, and names its files', () => {
    expect(vitest.reporting!(['vitest', 'run'], '/t').words).toEqual([
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--outputFile.json=/t/files.json',
    ])
    expect(vitest.reporting!(['vitest', 'run', '--reporter=dot'], '/t').words).toEqual([
      'vitest',
      'run',
      '--reporter=dot',
      '--reporter=json',
      '--outputFile.json=/t/files.json',
    ])
  })

  it('leaves the other files out, whatever their names', () => {
    expect(onlyFiles(['vitest'], ['a.test.ts', 'b/[id].test.ts'], ['a.test.ts'])).toEqual([
      'vitest',
      `--exclude=${resolve('b')}${String.raw`/\[id\].test.ts`}`,
    ])
  })
})
