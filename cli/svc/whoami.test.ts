import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newHome, run, type Surroundings, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { ada, ben, send, type StandIn, startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { svc } from './program.ts'

let service: StandIn
let home: string
beforeEach(async () => {
  service = await startStandIn()
  home = newHome()
  writeCredentials(
    home,
    `default: work\nprofiles:\n  work: { api_key: svc-key-ada-admin, api_url: "${service.url}", realtime_url: ws://h/r }\n  ben: { api_key: svc-key-ben-admin, api_url: "${service.url}" }\n`,
  )
})
afterEach(() => service.close())
const whoami = (flags: string[] = [], surroundings: Surroundings = {}) =>
  run(svc, ['whoami', ...flags], home, surroundings)

describe('svc whoami', () => {
  it('prints five lines after asking for the identity and then for the scope', async () => {
    expect(await whoami()).toMatchObject({
      exit: 0,
      stdout: `Profile: work\nURL: ${service.url}\nRealtime: ws://h/r\nUser: Ada (${ada.id})\nScope: full\n`,
      stderr: '',
    })
    expect(service.requests).toEqual(['GET /v1/users/me svc-key-ada-admin', 'GET /v1/users/me/orgs svc-key-ada-admin'])
  })

  it('answers JSON with a null profile where none was involved', async () => {
    const { stdout } = await whoami(['--json', '--api-key', 'svc-key-ben-admin', '--api-url', service.url], {
      env: { SVC_API_KEY: 'svc-key-none' },
    })
    expect(JSON.parse(stdout)).toEqual({
      profile: null,
      url: service.url,
      realtime_url: 'ws://127.0.0.1:4010/v1/realtime',
      user: { ...ben, alias: 'ada', role: 'owner' },
      scope: 'full',
      schema_version: 1,
    })
  })

  it('prints (none) for the key of the environment, without a file', async () => {
    const env = { SVC_API_KEY: 'svc-key-ben-admin', SVC_API_URL: service.url }
    const ended = await run(svc, ['whoami'], newHome(), { env })
    expect(ended).toMatchObject({ exit: 0, stderr: '', stdout: expect.stringMatching(/^Profile: \(none\)\n/) })
  })

  it('reports a key that is valid for one org as restricted', async () => {
    expect(await whoami(['--api-key', 'svc-key-acme-write', '--api-url', service.url])).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringContaining('Scope: restricted\n'),
    })
  })

  it('advises on stderr when the probe fails, and exits 0', async () => {
    service.answers.set('/v1/users/me/orgs', (response) => send(response, 500, {}))
    const ended = await whoami()
    expect(ended).toMatchObject({ exit: 0, stdout: expect.stringContaining('Scope: unknown\n') })
    expect(ended.stderr).toMatch(/^warning: SCOPE_UNVERIFIED: [^\n]+\n$/)
    expect(JSON.parse((await whoami(['--json'])).stdout)).toMatchObject({ scope: 'unknown' })
  })

  it('hints at --realtime-url after a login at another port, until it is given', async () => {
    const login = (...flags: string[]) =>
      run(
        svc,
        ['login', '--profile', 'local', '--api-key', 'svc-key-ada-admin', '--api-url', service.url, ...flags],
        home,
      )
    await login()
    const ended = await whoami(['--profile', 'local'])
    expect(ended.stdout).toContain('Realtime: ws://127.0.0.1:4010/v1/realtime\n')
    const [, flag, url] = / (--realtime-url) (\S+), or set SVC_REALTIME_URL\.\n$/.exec(ended.stderr) ?? []
    expect([flag, url]).toEqual(['--realtime-url', `${service.url.replace('http', 'ws')}/realtime`])
    // Beside JSON it stands on stderr, too.
    const json = await whoami(['--profile', 'local', '--json'])
    expect([JSON.parse(json.stdout).scope, json.stderr]).toEqual(['full', ended.stderr])
    await login(flag!, url!)
    expect(await whoami(['--profile', 'local'])).toMatchObject({
      exit: 0,
      stderr: '',
      stdout: expect.stringContaining(`Realtime: ${url}\n`),
    })
  })

  it('is AUTH_INVALID for a rejected key and asks no further', async () => {
    expect(await whoami(['--api-key', 'svc-key-none', '--api-url', service.url])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('AUTH_INVALID'),
    })
    expect(service.requests).toHaveLength(1)
  })

  it.each([
    [['--profile', 'nobody'], 'PROFILE_NOT_FOUND'],
    [['--api-key='], 'INPUT_REQUIRED'],
  ])('%j fails with %s and asks nobody', async (flags, code) => {
    expect(await whoami(flags)).toMatchObject({ exit: 1, stderr: expect.stringContaining(`error: ${code}: `) })
    expect(service.requests).toEqual([])
  })
})
