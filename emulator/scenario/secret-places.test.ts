import { describe, expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import { createBundle, type Bundle } from './bundle.ts'
import { loadScenario, replay } from './index.ts'
import { bundleOfRun } from './run-bundle.ts'
import type { StepResult } from './result.ts'
import { secretPlaces } from './secret-places.ts'
import { shownBundle } from './shown-bundle.ts'

const known = 'my-world-key-7x'
/** Keys that the world has, and that nothing knows. */
const secrets = [known, 'no-world-has-77q']
const odd = 'a "b"\\c/d+é = 9&x'

const json = (value: unknown) => JSON.stringify(value)
const headers = (secret: string) => ({ 'x-auth-token': secret, Authorization: `Bearer ${secret}` })
const credential = { http: 'POST /credentials/target/org/acme' }

/** A step with a secret at each place, by place. */
const steps: Record<string, (secret: string) => object> = {
  as: (secret) => ({ http: 'GET /users/me', as: secret }),
  'as.bearer': (secret) => ({ http: 'GET /users/me', as: { bearer: secret } }),
  'as.api_key': (secret) => ({ call: 'workflow.list_sessions', as: { api_key: secret } }),
  name: (secret) => ({ http: 'GET /users/me', name: `asks with api_key=${secret}` }),
  http: (secret) => ({ http: `GET /users/me?access_token=${encodeURIComponent(secret)}` }),
  headers: (secret) => ({ http: 'GET /users/me', headers: headers(secret) }),
  'headers of an upload': (secret) => ({ ...credential, headers: { 'x-request-body': json({ value: secret }) } }),
  query: (secret) => ({ http: 'GET /users/me', query: { client_secret: secret } }),
  body: (secret) => ({ ...credential, body: { name: 'registry', value: secret, note: `it is ${secret}` } }),
  'body of a client': (secret) => ({ http: 'POST /orgs', body: { alias: 'x', more: [{ password: secret }] } }),
  text: (secret) => ({ ...credential, text: `{"name":"n","value":${json(secret)},` }),
  base64: (secret) => ({ ...credential, base64: btoa(json({ value: secret })) }),
  params: (secret) => ({ call: 'workflow.list_sessions', params: { access_token: secret } }),
  expect: (secret) => ({ http: 'POST /api-keys/target/user/me', expect: { body: { api_key: { key: secret } } } }),
  change: (secret) => ({ change: { insert: { credentials: { name: 'n', value: secret } } } }),
  'change by reference': (secret) => ({ change: { delete: { api_keys: secret } } }),
  run: (secret) => ({ run: `svc login --api-key ${secret}` }),
  'run in words': (secret) => ({ run: ['svc', 'login', '--api-key', secret, `--token=${secret}`] }),
  'run in a shell': (secret) => ({
    run: `sh -c 'SVC_API_KEY=${secret} curl -H "X-API-Key: ${secret}" http://ada:${secret}@host'`,
  }),
  stdin: (secret) => ({ run: 'svc login --api-key-stdin', stdin: `${secret}\n` }),
  terminal: (secret) => ({ run: 'svc login', terminal: [{ expect: 'API key:', send: `${secret}\n` }] }),
  env: (secret) => ({ run: 'svc whoami', env: { SVC_API_KEY: secret, DEPLOY_KEY: secret } }),
  beside: (secret) => ({
    run: 'svc whoami',
    beside: [{ run: `svc login --api-key ${secret}`, env: { SVC_API_KEY: secret } }],
    order: '1-2',
  }),
  files: (secret) => ({
    run: 'svc whoami',
    files: {
      a: { yaml: { profiles: { x: { api_key: secret } } } },
      b: `token: ${secret}\n`,
      c: { text: `TOKEN=${secret}` },
    },
  }),
  records: (secret) => ({
    run: 'svc whoami',
    expect: { records: [{ table: 'credentials', match: { value: secret } }] },
  }),
}

const others: Record<string, (secret: string) => object> = {
  as: (secret) => ({ as: secret }),
  world: (secret) => ({ world: { records: { tokens: [{ token: secret, user: 'ada' }] } } }),
  triggers: (secret) => ({
    triggers: [
      {
        when: { endpoint: credential.http.replace('org/acme', ':target/:target_id').replace('target/', 'target/') },
        do: { fail: { status: 503, body: { value: secret } } },
      },
    ],
  }),
  steps: () => ({}),
}

const mine = {
  fixture: 1 as const,
  name: 'mine',
  records: { api_keys: [{ key: known, role: 'admin', target: 'user', target_id: 'ada', created_by: 'ada' }] },
}

/** A secret in each spelling in which it could be found. */
function leaks(text: string, secret: string): string[] {
  const inJson = json(secret).slice(1, -1)
  const base64 = btoa(unescape(encodeURIComponent(secret)))
    .replace(/=+$/, '')
    .slice(0, -1)
  return [secret, inJson, json(inJson).slice(1, -1), encodeURIComponent(secret), base64].filter((each) =>
    text.includes(each),
  )
}

async function makeBundle(parts: object, played: object[]): Promise<Bundle> {
  const scenario = { scenario: 1, name: 'fails', world: { fixtures: ['starter', 'mine'] }, steps: played, ...parts }
  const loaded = await loadScenario(scenario, { fixtures: [mine] as never })
  const emulator = createEmulator({ scenario: loaded, trace: true })
  return createBundle(loaded, await replay(loaded, emulator), emulator)
}

const failing = { http: 'GET /users/nobody' }

describe('a bundle and its page have no secret', () => {
  it.each(Object.keys(steps))('of a step, at %s', async (place) => {
    for (const secret of place.startsWith('run') || place === 'files' ? secrets : [...secrets, odd]) {
      const step = steps[place]!(secret)
      const isRun = 'run' in step || 'change' in step
      for (const played of isRun ? [[failing, step]] : [[failing, step], [step]]) {
        const bundle = await makeBundle({}, played)
        expect(leaks(json(bundle), secret), secret).toEqual([])
        expect(leaks(json(shownBundle(bundle)), secret)).toEqual([])
        // A bundle that another release wrote.
        const raw = { ...bundle, scenario: { ...bundle.scenario, steps: played } } as Bundle
        expect(leaks(json(shownBundle(raw)), secret)).toEqual([])
      }
    }
  })

  it.each(Object.keys(others))('of a scenario, at %s', async (place) => {
    for (const secret of [...secrets.slice(1), odd]) {
      const bundle = await makeBundle(others[place]!(secret), [failing])
      expect(leaks(json(bundle), secret)).toEqual([])
      expect(leaks(json(shownBundle(bundle)), secret)).toEqual([])
    }
  })

  it('at the places of a result', async () => {
    const bundle = await makeBundle({}, [failing])
    const [, unknown] = secrets as [string, string]
    const step: StepResult = {
      number: 1,
      kind: 'run',
      title: `svc login --api-key ${unknown}`,
      status: 'failed',
      reasons: [`expected ${unknown}`],
      transcript: [
        '> POST /credentials/target/org/acme',
        '> x-auth-token: hunter2',
        '> {"value":"pw"}',
        `< ${btoa(`x:${unknown}`)}`,
      ],
    }
    const shown = json(shownBundle({ ...bundle, result: { ...bundle.result, steps: [step], problems: [unknown] } }))
    expect([...leaks(shown, unknown), ...leaks(shown, 'hunter2'), ...leaks(shown, '"pw"')]).toEqual([])
  })

  it('of a request of a run, which no world knows', async () => {
    const emulator = createEmulator({ trace: true })
    for (const secret of secrets)
      await emulator.fetch(`/v1/users/me?api_key=${secret}`, { headers: { ...headers(secret), cookie: `s=${secret}` } })
    const problems = secrets.map((secret) => `401 with ${secret}, ${btoa(`ada:${secret}`)}`)
    const bundle = bundleOfRun(emulator, { name: 'a', about: `with ${secrets.join()}`, problems })
    const downloaded = await (await emulator.fetch('/__emulator/bundle')).text()
    for (const text of [json(bundle), json(shownBundle(bundle)), downloaded])
      expect(secrets.flatMap((secret) => leaks(text, secret))).toEqual([])
  })

  it('at any place that is listed', () => {
    const tried = new Set([...Object.keys(steps), ...Object.keys(others)].map((name) => name.split(/[. ]/, 1)[0]))
    const listed = [...Object.keys(secretPlaces.step), ...Object.keys(secretPlaces.scenario)]
    expect(listed.filter((place) => !tried.has(place))).toEqual([])
    expect(Object.keys(secretPlaces.result)).toEqual(['steps'])
  })
})

it('keys of the shipped starter and names of keys are no secrets', async () => {
  const saving = { http: 'GET /users/me', save: { token: 'body.user.id' } }
  const played = { http: 'GET /users/me', as: 'mine', headers: { 'x-auth-token': '${token}' } }
  const bundle = await makeBundle({ keys: { mine: { user: 'ada', role: 'admin' } } }, [failing, saving, played])
  expect(bundle.scenario.steps![2]).toEqual(played)
  const { state } = shownBundle(bundle)
  const { status } = await createEmulator({ state }).fetch('/v1/users/me', {
    headers: { 'x-api-key': 'svc-key-ada-admin' },
  })
  expect(status).toBe(200)
})

it('a secret that is a plain word leaves the fields of its name alone', async () => {
  const bundle = await makeBundle({}, [
    failing,
    { http: 'GET /users/me', as: 'status', headers: { 'x-auth-token': 'steps' } },
  ])
  const { steps: written } = (await loadScenario(JSON.parse(json(bundle)) as object)).scenario
  expect(written).toMatchObject([failing, { as: expect.stringMatching(/^stand-in/) as string }])
})
