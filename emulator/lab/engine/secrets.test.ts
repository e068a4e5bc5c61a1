import { describe, expect, it } from 'vitest'
import { explore } from '../explore/explore.ts'
import type { Run } from '../subjects/function.ts'
import { loadScenario } from '../../scenario/load.ts'
import { holdsSecret, joinShownTexts } from './secrets.ts'

const only = ['refusal']
const get = async ({ fetch, baseUrl, apiKey }: Run, path = '/users/me') => {
  const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } })
  const { status } = (await response.json()) as { status: string }
  if (status !== 'success') throw new Error('refused')
  return status
}
const leaks = async (subject: (run: Run) => Promise<unknown>) => [
  ...new Set((await explore(subject, { only })).findings.map(({ verdict, because }) => `${verdict}: ${because}`)),
]

const post = ({ fetch, baseUrl, apiKey }: Run, path: string, body: object) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Stores a note about the failure where others can read it. */
const noting = (note: (run: Run) => string) => (run: Run) =>
  get(run).catch(async (error: unknown) => {
    await post(run, '/workflow/put_session_object', { session_id: 'run-01', key: 'failures', value: note(run) })
    throw error
  })

describe('a secret in a request', () => {
  it('is leaked in a body, and no note without it is', async () => {
    expect(await leaks(noting(({ apiKey }) => `GET /users/me failed with ${apiKey}`))).toEqual([
      'leaked-secret: a secret of the world (svc-…) is sent with workflow.put_session_object, in the body',
    ])
    expect(await leaks(noting(() => 'GET /users/me failed'))).toEqual([])
  })

  it('is leaked in an address, and in a header that is none of the credentials', async () => {
    expect(await leaks((run) => get(run).catch(() => get(run, `/users/me?api_key=${run.apiKey}`)))).toEqual([
      'leaked-secret: a secret of the world (svc-…) is sent with GET /users/:user_id, in the address',
    ])
    const tracing = ({ fetch, baseUrl, apiKey }: Run) =>
      fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey, 'X-Trace': `retry ${apiKey}` } })
    expect(await leaks((run) => get(run).catch(() => tracing(run)))).toEqual([
      'leaked-secret: a secret of the world (svc-…) is sent with GET /users/:user_id, in a header',
    ])
  })

  it('is none where the client always sends it there, where credentials are kept, and where a socket opens', async () => {
    expect(await leaks((run) => get(run, `/users/me?api_key=${run.apiKey}`))).toEqual([])
    expect(
      await leaks((run) =>
        get(run).catch(async (error: unknown) => {
          await post(run, '/credentials/target/org/acme', { name: 'kept', value: run.apiKey })
          const socket = new run.WebSocket(`${run.realtimeUrl}?api_key=${run.apiKey}`)
          await new Promise((resolve) => (socket.onopen = resolve))
          const answered = new Promise((resolve) => (socket.onmessage = resolve))
          socket.send(
            JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { api_key: run.apiKey } }),
          )
          await answered
          throw error
        }),
      ),
    ).toEqual([])
  })
})

describe('a secret that the run makes', () => {
  const mint = async (run: Run) =>
    ((await (await post(run, '/api-keys/target/org/acme', { role: 'read' })).json()) as { api_key: { key: string } })
      .api_key.key
  const looking = (said: (key: string) => string) => async (run: Run) => {
    const key = await mint(run)
    await get(run).catch(() => {
      throw new Error(`minted ${said(key)}, and then failed`)
    })
    return 'minted'
  }

  it('is leaked where the client shows it of a failure alone', async () => {
    expect(await leaks(looking((key) => key))).toEqual([
      'leaked-secret: a secret of the world (svc-…) is in its error message',
    ])
    expect(await leaks(looking(() => 'a key'))).toEqual([])
  })

  it('is none where it is there to show keys', async () => {
    expect(await leaks(async (run) => `${await mint(run)} ${await get(run).catch(() => 'failed')}`)).not.toContain(
      expect.stringContaining('leaked-secret'),
    )
  })

  it('is what a credential is to keep, though a refused run kept nothing', async () => {
    const value = 'ghp_0123456789'
    const storing = (said: string) => async (run: Run) => {
      const { status, error } = (await (
        await post(run, '/credentials/target/org/acme', { name: 'github', value })
      ).json()) as { status: string; error: string }
      if (status !== 'success') throw new Error(`could not store ${said}: ${error}`)
      return 'stored'
    }
    expect(await leaks(storing(value))).toEqual([
      'leaked-secret: a secret of the world (ghp_…) is in its error message',
    ])
    expect(await leaks(storing('the credential'))).toEqual([])
  })
})

describe('a secret of several lines, or with quotes', () => {
  const secret = '-----BEGIN KEY-----\n"a\\b"\n-----END KEY-----'

  it.each<[string, unknown]>([
    ['a text', `it is ${secret}`],
    ['its lines', secret.split('\n')],
    ['a field', { key: secret }],
    ['JSON', JSON.stringify({ key: secret })],
    ['a name', { [secret]: 1 }],
    ['a map', new Map([['key', secret]])],
    ['an error', new Error('no', { cause: new Error(secret) })],
    ['bytes', new TextEncoder().encode(secret)],
  ])('is seen in %s', (_, output) => {
    expect(holdsSecret(joinShownTexts({ end: 'succeeded', output, said: '' }), secret)).toBe(true)
    expect(holdsSecret(joinShownTexts({ end: 'succeeded', output, said: '' }), `${secret}.`)).toBe(false)
  })

  it('is leaked in a body', async () => {
    const scenario = await loadScenario({
      scenario: 1,
      name: 'kept',
      about: 'A test.',
      world: {
        fixtures: ['starter'],
        records: {
          credentials: [{ target: 'org', target_id: 'acme', name: 'deploy', value: secret, created_by_user_id: 'ada' }],
        },
      },
    } as never)
    const { findings } = await explore(
      noting(() => secret),
      { only, scenario },
    )
    expect(findings.map(({ verdict, because }) => `${verdict}: ${because}`)).toEqual([
      'leaked-secret: a secret of the world (----…) is sent with workflow.put_session_object, in the body',
    ])
  })
})
