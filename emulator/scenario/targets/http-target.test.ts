import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../adapters/node/server.ts'
import { HttpTarget, replay, transcriptOf, type HttpTargetOptions, type ReplayResult, type Scenario } from '../index.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function serve(): Promise<RunningServer> {
  const server = await startServer()
  open.push(server)
  return server
}

const document = (steps: Scenario['steps']) => ({
  scenario: 1,
  name: 'over-http',
  about: 'Plays against a server.',
  steps,
})

function reasons({ steps }: ReplayResult): string[] {
  return steps.filter(({ status }) => status === 'failed').flatMap((step) => step.reasons)
}

const shared: Scenario['steps'] = [
  { http: 'GET /users/me', as: 'svc-key-ada-admin', expect: { body: { user: { alias: 'ada' } } } },
  { http: 'POST /blobs/acme', body: { alias: 'new', type: 'text' }, save: { id: 'body.blob.id' } },
  { http: 'GET /blobs/acme/${id}', expect: { body: { blob: { alias: 'new' } } } },
  { call: 'workflow.list_sessions', params: { org_id: 'acme' }, save: { sessions: 'result.sessions' } },
  {
    call: 'workflow.list_sessions',
    params: { org_id: 'acme' },
    via: 'http',
    expect: { result: { sessions: '${sessions}' } },
  },
  { call: 'workflow.list_sessions', params: { org_id: 'acme' }, as: { bearer: 'svc-token-ben' } },
  { call: 'workflow.list_sessions', params: {}, expect: { error: 'invalid_request_body', code: -32602 } },
]

describe('over HTTP and sockets', () => {
  it('the same steps pass, with the same bytes as in process', async () => {
    const { url } = await serve()
    const result = await replay(document(shared), url)
    expect(reasons(result)).toEqual([])
    expect(result.steps.every(({ status }) => status === 'passed')).toBe(true)
    expect(transcriptOf([result])).toBe(transcriptOf([await replay(document(shared))]))
  })

  it('plays no step of a scenario that needs an emulator, and says what needs it', async () => {
    const { url, emulator } = await serve()
    const result = await replay(
      {
        ...document([
          { clock: { advance: '1h' }, name: 'an hour later' },
          { change: { delete: { orgs: 'acme' } } },
          { http: 'DELETE /blobs/acme/diagram', as: 'svc-key-ada-admin' },
        ]),
        clauses: ['user.role-owner-for-self'],
      },
      url,
    )
    expect(result).toMatchObject({ ok: true, steps: [], problems: [], notes: [] })
    expect(result.notPlayed).toBe('not supported by this target: needs an emulator (change, clock)')
    expect(emulator.journal.entries().map(({ request }) => request.method)).toEqual(['GET'])
  })

  it('fails for a scenario that needs an emulator where no server answers', async () => {
    const result = await replay(document([{ clock: { advance: '1h' } }]), 'http://127.0.0.1:9/v1')
    expect(result.ok).toBe(false)
    expect(result.notPlayed).toBeUndefined()
    expect(result.problems).toEqual([
      expect.stringMatching(/^no server answers at http:\/\/127\.0\.0\.1:9\/v1 \(.+\)$/),
    ])
  })

  it('cannot tell which clauses were exercised', async () => {
    const { url } = await serve()
    const steps: Scenario['steps'] = [{ http: 'GET /users/me', as: 'svc-key-ada-admin' }]
    const result = await replay({ ...document(steps), clauses: ['user.role-owner-for-self'] }, url)
    expect(result.ok).toBe(true)
    expect(result.notes[0]).toContain('1 of its clauses cannot be told from outside')
  })

  it('keys of the scenario stand for those of the server', async () => {
    const { url } = await serve()
    const target = new HttpTarget({
      apiUrl: url,
      keys: { 'key-of-admin': 'svc-key-ada-admin', 'token-of-ben': 'svc-token-ben' },
    })
    const result = await replay(
      document([
        { http: 'GET /users/me', as: 'key-of-admin', expect: { body: { user: { alias: 'ada' } } } },
        { call: 'workflow.list_sessions', params: { org_id: 'acme' }, as: { bearer: 'token-of-ben' } },
      ]),
      target,
    )
    expect(reasons(result)).toEqual([])
    expect(transcriptOf([result])).not.toContain('svc-key-ada-admin')
    expect(transcriptOf([result])).toContain('x-api-key: key-of-admin')
  })
})

it.each<[string, () => Promise<unknown>, string]>([
  [
    'a URL without a scheme',
    () => replay(document([]), 'localhost:4010'),
    "apiUrl: expected a URL that starts with 'http://' or 'https://', got string \"localhost:4010\"",
  ],
  [
    'no URL',
    () => replay(document([]), {} as HttpTargetOptions),
    "apiUrl: missing, expected a URL that starts with 'http://' or 'https://'",
  ],
  [
    'an unknown option of the target',
    () => replay(document([]), { apiUrl: 'http://127.0.0.1/v1', realtimeURL: 'ws://x' } as HttpTargetOptions),
    "realtimeURL: HttpTarget has no such option, did you mean 'realtimeUrl'?",
  ],
  [
    'an unknown option of a replay',
    () => replay(document([]), undefined, { onSteps: () => {} } as object),
    "onSteps: replay has no such option, did you mean 'onStep'?",
  ],
])('refuses %s', async (_, run, message) => {
  await expect(run()).rejects.toThrow(message)
})

describe('a server that fails', () => {
  async function broken(answer: Parameters<typeof createServer>[1]): Promise<string> {
    const server: Server = createServer(answer as never)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    open.push({
      close: () => {
        server.closeAllConnections()
        return new Promise((resolve) => void server.close(resolve))
      },
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }

  // The limit of a step that is to be answered is one that only a hang exceeds.
  it.each<[string, (response: import('node:http').ServerResponse) => void, object, string?]>([
    ['drops', (response) => response.destroy(), { outcome: 'no_answer' }],
    [
      'cuts',
      (response) => response.writeHead(200, { 'content-length': 100 }).write('{"st', () => response.destroy()),
      { outcome: 'cut', status: 200, text: '{"st' },
    ],
    ['is silent', () => {}, { outcome: 'no_answer' }, '300ms'],
    ['talks nonsense', (response) => response.end('<html>'), { status: 200, body: { is: 'absent' } }],
  ])('%s', async (_, answer, expected, timeout = '60s') => {
    const url = await broken((_request, response) => answer(response))
    const result = await replay(document([{ http: 'GET /users/me', as: 'none', timeout, expect: expected }]), url)
    expect(reasons(result)).toEqual([])
  })

  it('is named when it is not there', async () => {
    const result = await replay(document([{ http: 'GET /users/me', as: 'none' }]), 'http://127.0.0.1:9/v1')
    expect(reasons(result)[0]).toMatch(/^outcome: expected `answered`, got `no_answer` \(.+\)$/)
    const call = await replay(document([{ call: 'workflow.list_sessions', as: 'none' }]), 'http://127.0.0.1:9/v1')
    expect(reasons(call)[0]).toMatch(/^outcome: expected `answered`, got `no_answer` \(.+\)$/)
  })

  it.each<[string, object]>([
    ['a call', { call: 'workflow.list_sessions', as: 'none', timeout: '300ms' }],
    ['a notification', { call: 'workflow.list_sessions', notify: true, as: 'none', timeout: '300ms' }],
  ])('that never answers a handshake ends the wait of %s at its time limit', async (_, step) => {
    const url = await broken(() => {})
    const { ok, steps } = await replay(document([step as never]), url)
    const notified = 'notify' in step
    expect(ok).toBe(notified)
    expect(steps[0]?.reasons).toEqual(
      notified ? [] : ['outcome: expected `answered`, got `no_answer` (the socket was not open within 300 ms)'],
    )
  })

  it('that refuses the upgrade is quoted', async () => {
    const { url } = await serve()
    const result = await replay(
      document([{ call: 'workflow.list_sessions', params: { org_id: 'acme' }, as: 'wrong-key' }]),
      url,
    )
    expect(reasons(result)[0]).toContain('the upgrade was answered with HTTP 401')
  })
})
