/** The worker, and a service that accepts every connection and closes it at once. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../helpers/cli/stand-in.ts'
import { until } from '../helpers/until.ts'
import { endAll, run } from './programs.ts'

let home: string
let service: StandIn
let closing: NodeJS.Timeout
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'svc-worker-'))
  service = await startStandIn()
  mkdirSync(join(home, '.svc'), { mode: 0o700 })
  const profile = `default: mine\nprofiles:\n  mine:\n    api_key: svc-key-ada-admin\n    api_url: ${service.url}\n    realtime_url: ${service.realtimeUrl}\n`
  writeFileSync(join(home, '.svc', 'credentials.yaml'), profile, { mode: 0o600 })
  closing = setInterval(() => {
    for (const socket of service.sockets) socket.close(1012)
  }, 1)
})
afterEach(async () => {
  clearInterval(closing)
  endAll()
  await service.close()
  rmSync(home, { recursive: true })
})

const worker = () =>
  run('svc-worker', ['start'], { env: { HOME: home, SVC_PROFILE: undefined, SVC_API_KEY: undefined } })
const upgrades = () => service.requests.filter((request) => request.startsWith('UPGRADE')).length

it('comes back ever later, and stops at once in a pause', async () => {
  const result = worker()
  const pauses = await until(() => {
    const found = [...result.out.matchAll(/next attempt in ([\d.]+) s/g)].map(([, seconds]) => Number(seconds))
    expect(found.length).toBeGreaterThanOrEqual(4)
    return found
  })
  // A quarter of a second, doubled each time, less up to half of it.
  for (const [index, pause] of pauses.slice(0, 4).entries()) expect(pause).toBeGreaterThanOrEqual(0.1 * 2 ** index)
  expect(upgrades()).toBe(4)
  result.child.kill('SIGTERM')
  expect([await result.exit, result.err]).toEqual([0, ''])
  expect(result.out).toMatch(/svc-worker: stopped\n$/)
})

it('goes on when the reader of its log has gone', async () => {
  const result = worker()
  await until(() => expect(result.out).toContain('ready at'))
  result.child.stdout!.destroy()
  const before = upgrades()
  await until(() => expect(upgrades()).toBeGreaterThan(before + 1))
  result.child.kill('SIGTERM')
  expect(await result.exit).toBe(0)
})

it.skipIf(process.platform === 'win32')('does not wait for a writer where its pins are a pipe', async () => {
  execFileSync('mkfifo', [join(home, '.svc', 'worker.yaml')])
  const result = worker()
  expect(await result.exit).toBe(1)
  expect(result.err).toContain(
    `WORKER_PIN_INVALID: ${join(home, '.svc', 'worker.yaml')} is a pipe, expected a YAML or JSON file`,
  )
})
