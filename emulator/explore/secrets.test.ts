import { describe, expect, it } from 'vitest'
import { explore } from './explore.ts'
import type { Run } from './function-subject.ts'

const only = ['refusal']
const get = async ({ fetch, baseUrl, apiKey }: Run, path = '/users/me') => {
  const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } })
  const { status } = await response.json() as { status: string }
  if (status !== 'success') throw new Error('refused')
  return status
}
const leaks = async (subject: (run: Run) => Promise<unknown>) => [...new Set((await explore(subject, { only })).findings.map(({ verdict, because }) => `${verdict}: ${because}`))]

const post = ({ fetch, baseUrl, apiKey }: Run, path: string, body: object) => fetch(`${baseUrl}${path}`, {
  method: 'POST', headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' }, body: JSON.stringify(body),
})

/** Keeps a note of what failed, where others read it. */
const noting = (note: (run: Run) => string) => (run: Run) => get(run).catch(async (error: unknown) => {
  await post(run, '/workflow/put_session_object', { session_id: 'run-01', key: 'failures', value: note(run) })
  throw error
})

describe('a secret in a request', () => {
  it('is leaked in a body, and no note without it is', async () => {
    expect(await leaks(noting(({ apiKey }) => `GET /users/me failed with ${apiKey}`))).toEqual(['leaked-secret: it sends a secret of the world (svc-…) with workflow.put_session_object, in the body'])
    expect(await leaks(noting(() => 'GET /users/me failed'))).toEqual([])
  })

  it('is leaked in an address, and in a header that is none of the credentials', async () => {
    expect(await leaks((run) => get(run).catch(() => get(run, `/users/me?api_key=${run.apiKey}`)))).toEqual(['leaked-secret: it sends a secret of the world (svc-…) with GET /users/:user_id, in the address'])
    const tracing = ({ fetch, baseUrl, apiKey }: Run) => fetch(`${baseUrl}/users/me`, { headers: { 'X-API-Key': apiKey, 'X-Trace': `retry ${apiKey}` } })
    expect(await leaks((run) => get(run).catch(() => tracing(run)))).toEqual(['leaked-secret: it sends a secret of the world (svc-…) with GET /users/:user_id, in a header'])
  })

  it('is none where the client always sends it there, where credentials are kept, and where a socket opens', async () => {
    expect(await leaks((run) => get(run, `/users/me?api_key=${run.apiKey}`))).toEqual([])
    expect(await leaks((run) => get(run).catch(async (error: unknown) => {
      await post(run, '/credentials/target/org/acme', { name: 'kept', value: run.apiKey })
      const socket = new run.WebSocket(`${run.realtimeUrl}?api_key=${run.apiKey}`)
      await new Promise((resolve) => (socket.onopen = resolve))
      const answered = new Promise((resolve) => (socket.onmessage = resolve))
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'session.authenticate', params: { api_key: run.apiKey } }))
      await answered
      throw error
    }))).toEqual([])
  })
})
