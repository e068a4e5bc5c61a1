import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Most files of `emulator/` that a GET passes with nothing switched on: a feature that is off has no step. */
const MOST_FILES = 34

it('takes a GET past no feature that is off', () => {
  const list = execFileSync(process.execPath, ['--import', 'tsx', 'tools/request-path.ts', '--list'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const [, files = '', lines = ''] = /^a GET: (\d+) files.*\n((?: .*\n)*)/.exec(list) ?? []
  expect(Number(files), lines).toBeLessThanOrEqual(MOST_FILES)
  expect(Number(files)).toBeGreaterThan(20)
})
