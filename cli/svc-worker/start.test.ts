import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ioFor,
  newHome,
  readCredentials,
  run,
  type Surroundings,
  writeCredentials,
} from '../../tests/helpers/cli/in-process.ts'
import { ada, ben, send, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { until } from '../../tests/helpers/until.ts'
import { runProgram } from '../shared/run-program.ts'
import { svc } from '../svc/program.ts'
import { svcWorker } from './program.ts'

let service: StandIn
let home: string
beforeEach(async () => {
  service = await startStandIn()
  home = newHome()
  const profile = (key: string) =>
    `{ api_key: ${key}, api_url: "${service.url}", realtime_url: "${service.realtimeUrl}" }`
  writeCredentials(
    home,
    `default: work\nprofiles:\n  work: ${profile('svc-key-ada-admin')}\n  ci: ${profile('svc-key-ben-admin')}\n`,
  )
})
afterEach(() => service.close())
const once = (flags: string[] = [], surroundings: Surroundings = {}) =>
  run(svcWorker, ['start', '--once', ...flags], home, surroundings)
const firstLine = (profile: string, id: string) => `svc-worker: profile '${profile}' (${id}) at ${service.url}\n`

describe('svc-worker start', () => {
  it('reports the profile first, then that it is ready', async () => {
    const before = readCredentials(home)
    expect(await once()).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: `${firstLine('work', ada.id)}svc-worker: ready at ${service.realtimeUrl}\n`,
    })
    expect(readCredentials(home)).toBe(before)
  })

  it('asks again while the service is not there yet, and ends at once for a key that the API refuses', async () => {
    let times = 0
    service.answers.set('/v1/users/me', (response) => {
      if (++times === 1) return void response.writeHead(502).end('<html>Bad gateway</html>')
      service.answers.clear()
      send(response, 401, { status: 'failure', error: 'unauthenticated', message: 'no' })
    })
    expect(await run(svcWorker, ['start'], home)).toMatchObject({
      exit: 1,
      stdout: expect.stringMatching(/^svc-worker: not connected: .*HTTP 502.*; next attempt in 0\.\d s\n$/),
      stderr: expect.stringContaining('AUTH_INVALID'),
    })
    service.answers.set('/v1/users/me', (response) => void response.writeHead(502).end())
    expect(await once()).toMatchObject({ exit: 1, stderr: expect.stringContaining('API_UNAVAILABLE') })
  })

  it('resolves the default as it is now, SVC_PROFILE, or the flag', async () => {
    await run(svc, ['profile', 'use', 'ci'], home)
    expect((await once()).stdout).toContain(firstLine('ci', ben.id))
    expect((await once([], { env: { SVC_PROFILE: 'work' } })).stdout).toContain(firstLine('work', ada.id))
    expect((await once(['--profile', 'ci'], { env: { SVC_PROFILE: 'work' } })).stdout).toContain(
      firstLine('ci', ben.id),
    )
  })

  it('refuses a profile that became another user, until --repin', async () => {
    await once()
    await run(
      svc,
      [
        'login',
        '--profile',
        'work',
        '--api-key',
        'svc-key-ben-admin',
        '--api-url',
        service.url,
        '--realtime-url',
        service.realtimeUrl,
      ],
      home,
    )
    expect(await once()).toMatchObject({
      exit: 1,
      stdout: firstLine('work', ben.id),
      stderr: expect.stringContaining('error: USER_IDENTITY_MISMATCH: '),
    })
    expect(service.requests.filter((line) => line.startsWith('UPGRADE'))).toHaveLength(1)
    expect(await once(['--repin'])).toMatchObject({ exit: 0 })
    expect(await once()).toMatchObject({ exit: 0 })
  })

  it('is CREDENTIALS_NOT_FOUND after svc logout --all, also for a named profile', async () => {
    await once()
    await run(svc, ['logout', '--all'], home)
    const notFound = { exit: 1, stdout: '', stderr: expect.stringContaining('error: CREDENTIALS_NOT_FOUND: ') }
    expect(await once()).toMatchObject(notFound)
    expect(await once(['--profile', 'work'])).toMatchObject(notFound)
  })

  it('says to which host the key of a profile goes because of a variable (A-95)', async () => {
    const { host } = new URL(service.url)
    const { stderr } = await once([], { env: { SVC_REALTIME_URL: `${service.realtimeUrl}?x=1` } })
    expect(stderr).toBe(
      `note: the key of profile 'work' goes to ${host}, which SVC_REALTIME_URL names and the profile does not\n`,
    )
  })

  it('pins nothing when the key comes from the environment', async () => {
    const env = { SVC_API_URL: service.url, SVC_REALTIME_URL: service.realtimeUrl }
    expect(await once([], { env: { ...env, SVC_API_KEY: 'svc-key-ada-admin' } })).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining(firstLine('(none)', ada.id)),
    })
    expect(await once([], { env: { ...env, SVC_API_KEY: 'svc-key-ben-admin' } })).toMatchObject({ exit: 0 })
  })

  it.each([
    [['--profile', 'nobody'], 1, 'PROFILE_NOT_FOUND'],
    [['--onec'], 2, 'did you mean --once?'],
    [['--json'], 2, 'Unknown flag --json'],
  ])('%j ends with %i and %s', async (flags, exit, text) => {
    expect(await once(flags)).toMatchObject({ exit, stderr: expect.stringContaining(text) })
  })

  it('runs until it is told to stop, and says so', async () => {
    const stop = new AbortController()
    const io = ioFor(home, { stopping: stop.signal })
    const running = runProgram(svcWorker, ['start'], io)
    await until(() => expect(io.stdout.text).toContain('ready'))
    stop.abort()
    expect(await running).toBe(0)
    expect(io.stdout.text.split('\n').at(-2)).toBe('svc-worker: stopped')
  })

  it('hints at --realtime-url after a login at another port, before it goes to the default', async () => {
    await run(svc, ['login', '--profile', 'local', '--api-key', 'svc-key-ada-admin', '--api-url', service.url], home)
    const stop = new AbortController()
    const io = ioFor(home, { stopping: stop.signal })
    const running = runProgram(svcWorker, ['start', '--profile', 'local'], io)
    await until(() =>
      expect(io.stderr.text).toMatch(
        /^hint: profile 'local' has no realtime URL, .* Log in with --realtime-url ws:\/\/\S+\/realtime, or set SVC_REALTIME_URL\.\n/,
      ),
    )
    stop.abort()
    expect(await running).toBe(0)
    const [, url] = /--realtime-url (\S+),/.exec(io.stderr.text)!
    expect(await once(['--profile', 'local'], { env: { SVC_REALTIME_URL: url! } })).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringContaining('svc-worker: ready at '),
    })
  })

  it('stops while it still waits for the identity', async () => {
    service.answers.set('/v1/users/me', () => {})
    const stop = new AbortController()
    const running = runProgram(svcWorker, ['start'], ioFor(home, { stopping: stop.signal }))
    await until(() => expect(service.requests).toHaveLength(1))
    stop.abort()
    expect(await running).toBe(0)
  })

  it('is API_UNAVAILABLE when the identity call fails', async () => {
    service.answers.set('/v1/users/me', (response) => send(response, 500, {}))
    expect(await once()).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('API_UNAVAILABLE') })
  })
})
