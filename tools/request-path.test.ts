import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Most files of `emulator/` that a request passes with nothing switched on: a feature that is off has no step. */
const most: Readonly<Record<string, number>> = {
  'a GET': 34,
  'a page of a walk': 53,
  'a create': 61,
  'a create that a limit refuses': 53,
}

it('takes no request past a feature that is off', () => {
  const list = execFileSync(process.execPath, ['--import', 'tsx', 'tools/request-path.ts', '--list'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  const counted = [...list.matchAll(/^(\w.*): (\d+) files/gm)].map(([, name, files]) => [name!, Number(files)] as const)
  expect(counted.map(([name]) => name)).toEqual(Object.keys(most))
  for (const [name, files] of counted) {
    expect(files, list).toBeLessThanOrEqual(most[name]!)
    expect(files).toBeGreaterThan(20)
  }
})
