import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no place formats or compares a share in percent by itself', () => {
  const files = execFileSync('git', ['ls-files', 'emulator', 'cli', 'inspector/src'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|case|sample)\./.test(path))
  expect(files.length).toBeGreaterThan(1_000)
  const doors = files.filter((path) => {
    const code = readFileSync(path, 'utf8')
    return /toFixed\(\d*\)\}? ?%|Math\.round\([^)\n]*100\)[^\n]*(?:%|percent)|percent\w* < /.test(code)
  })
  expect(doors).toEqual(['emulator/engine/checking/share.ts'])
})
