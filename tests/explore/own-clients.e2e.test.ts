import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExploreReport } from '../../emulator/lab/index.ts'
import { bins, runBin } from '../helpers/cli/bins.ts'

const emulator = resolve('dist/cli/svc-emulator.js')
const login = ['login', '--api-key-env', 'SVC_API_KEY', '--api-url-env', 'SVC_API_URL', '--no-input']

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'svc-explored-home-'))
  const profile = '{ api_url: "http://localhost:1/v1", api_key: svc-key-ada-admin }'
  mkdirSync(join(home, '.svc'), { mode: 0o700 })
  writeFileSync(
    join(home, '.svc/credentials.yaml'),
    `default: main\nprofiles:\n  main: ${profile}\n  other: ${profile}\n`,
  )
  chmodSync(join(home, '.svc/credentials.yaml'), 0o600)
})
afterAll(() => rmSync(home, { recursive: true }))

async function explored(flags: readonly string[], program: readonly string[]): Promise<ExploreReport> {
  const { stdout, stderr } = await runBin(
    emulator,
    ['explore', '--reporter', 'json', '--home', home, ...flags, '--', process.execPath, ...program],
    { home },
  )
  expect(stderr).not.toContain('error')
  return JSON.parse(stdout) as ExploreReport
}

const shown = ({ findings }: ExploreReport) =>
  findings.map(({ verdict, fault, because }) => `${verdict} ${fault}: ${because}`)

// A late answer takes all of the thirty seconds that the commands wait: see below.
describe.concurrent('our own commands survive what is documented', () => {
  it.each([
    ['svc login', [bins.svc, ...login], 1],
    // It waits ten seconds for a socket to open.
    ['svc-worker start --once', [bins.worker, 'start', '--once'], 1, ['--time-limit', '25s']],
  ] as [string, string[], number, string[]?][])('%s', async (_, program, calls, flags = []) => {
    const report = await explored(['--skip', 'late-answer,stalled-body', ...flags], program)
    expect(shown(report)).toEqual([])
    expect(report.points).toHaveLength(calls)
    expect(report.masks).toEqual([])
  })

  it.each(['logout', 'logout --all', 'profile ls', 'profile use other'])(
    'svc %s makes no call: there is nothing to survive',
    async (line) => {
      const { exit, stderr } = await runBin(
        emulator,
        ['explore', '--home', home, '--', process.execPath, bins.svc, ...line.split(' ')],
        { home },
      )
      expect([exit, stderr]).toEqual([2, expect.stringContaining('made no call of the API, so nothing can be tried')])
    },
  )

  it('svc whoami, but for what is accepted with a reason', async () => {
    const report = await explored(
      ['--skip', 'late-answer,stalled-body', '--accept', resolve('tests/explore/accepted.yaml')],
      [bins.svc, 'whoami'],
    )
    expect(shown(report)).toEqual([])
    expect(report.accepted.flatMap(({ faults }) => faults).length).toBeGreaterThan(3)
    expect(report.stale).toEqual([])
  })

  it('waits for a late answer, and for the rest of a body, no longer than it says', async () => {
    const report = await explored(['--only', 'late-answer,stalled-body', '--time-limit', '50s'], [bins.svc, ...login])
    const late = 'reported: error: API_UNAVAILABLE: http://{host}/v1 cannot be reached: no answer within 30 seconds'
    expect(report.experiments.map(({ verdict, because }) => `${verdict}: ${because}`)).toEqual([late, late])
  })
})
