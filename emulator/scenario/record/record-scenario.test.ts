import { expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { loadScenario } from '../load.ts'
import { replay } from '../index.ts'
import { parseDocument } from '../../engine/checking/document.ts'
import type { Exchange, HttpExchange, RecordedCaller } from './exchange.ts'
import { recordScenario } from './record-scenario.ts'
import { yamlText } from './yaml-text.ts'
import { hostOf } from '../../host/instance-of.ts'

const encoder = new TextEncoder()
const ada: RecordedCaller = { api_key: 'svc-key-ada-admin' }

function recorder(emulator: Emulator) {
  const exchanges: Exchange[] = []
  const http = async (
    method: string,
    path: string,
    body?: unknown,
    caller: RecordedCaller = ada,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const bytes =
      body === undefined ? new Uint8Array() : body instanceof Uint8Array ? body : encoder.encode(JSON.stringify(body))
    const credentials =
      caller === 'none'
        ? {}
        : 'bearer' in caller
          ? { authorization: `Bearer ${caller.bearer}` }
          : { 'x-api-key': caller.api_key }
    const sent = { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }
    const response = await emulator.fetch(`http://127.0.0.1/v1${path}`, {
      method,
      headers: { ...sent, ...credentials },
      ...(bytes.length > 0 && { body: bytes as BodyInit }),
    })
    const answer = {
      outcome: 'answered' as const,
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
    exchanges.push({ kind: 'http', caller, method, path, headers: sent, body: bytes, answer } satisfies HttpExchange)
    return answer.headers['content-type']?.includes('json')
      ? JSON.parse(new TextDecoder().decode(answer.bytes))
      : undefined
  }
  return { exchanges, http }
}

const frame = { name: 'recorded', about: 'A session.', world: hostOf(createEmulator()).world }

async function replayed(exchanges: readonly Exchange[]): Promise<string> {
  const { scenario, leftOut } = recordScenario(exchanges, frame)
  expect(leftOut).toEqual([])
  const text = yamlText(scenario, ['A recording.'])
  const { value } = await parseDocument(text, { file: 'recorded.yaml' })
  expect(value).toEqual(JSON.parse(JSON.stringify(scenario)))
  for (const seed of [1, 2]) {
    const { steps, ok, problems } = await replay(await loadScenario({ ...scenario, world: { seed } }))
    expect(steps.flatMap(({ reasons, title }) => reasons.map((reason) => `${title}: ${reason}`))).toEqual([])
    expect([ok, problems]).toEqual([true, []])
  }
  return text
}

it('ids and cursors become variables, secrets named keys, and the recording replays on another seed', async () => {
  const emulator = createEmulator()
  const { exchanges, http } = recorder(emulator)
  await http('GET', '/users/me')
  const { blob } = (await http('POST', '/blobs/acme', { alias: 'recorded', type: 'text' })) as { blob: { id: string } }
  await http('GET', `/blobs/acme/${blob.id}`)
  const { revision } = (await http('POST', '/blobs/acme/weights/revisions', {})) as { revision: { id: string } }
  await http('PUT', `/revisions/${revision.id}/model`, encoder.encode('bytes'), ada, {
    'content-type': 'application/octet-stream',
    'x-request-body': '{}',
  })
  const { cursor } = (await http('GET', '/blobs/acme/weights/revisions?limit=2')) as { cursor: string }
  await http('GET', `/blobs/acme/weights/revisions?limit=2&cursor=${encodeURIComponent(cursor)}`)
  await http('GET', '/blobs/acme/weights/revisions?limit=2&cursor=altered')
  const { last_session_id: last } = (await http('POST', '/workflow/list_sessions', { org_id: 'acme' })) as {
    last_session_id: string
  }
  await http('POST', '/workflow/list_sessions', { org_id: 'acme', start_session_id: last })
  await http('GET', '/users/me/orgs', undefined, { api_key: 'svc-key-acme-write' })
  await http('GET', '/users/me', undefined, { bearer: 'svc-token-ada-as-bot' })
  await http('GET', '/users/me', undefined, { api_key: 'svc-key-of-nobody' })
  await http('GET', '/users/me', undefined, 'none')
  await http('GET', '/orgs/00000000-0000-4000-8000-0000000000c1')
  await http('GET', '/orgs/no-such-org')
  await http('GET', '/no/such/endpoint')
  const text = await replayed(exchanges)
  expect(text).not.toMatch(/svc-(?:key|token)-/)
  expect(text).toContain('http: GET /blobs/acme/${blob_id}\n')
  expect(text).toContain('limit=2&cursor=${cursor}')
  expect(text).toContain('start_session_id: "${last_session_id}"')
  expect(text).toContain('as: { bearer: ada-as-build-bot }')
  expect(text).toContain('as: wrong-key')
  expect(text).toMatch(/keys:\n {2}ada-admin: \{ user: ada, role: admin, target: user, target_id: ada \}/)
})

it('a key that was minted while recording becomes a variable; no value of a credential is written', async () => {
  const emulator = createEmulator()
  const { exchanges, http } = recorder(emulator)
  const { api_key: minted } = (await http('POST', '/api-keys/target/user/build-bot', { role: 'write' })) as {
    api_key: { id: string; key: string }
  }
  await http('GET', '/users/me', undefined, { api_key: minted.key })
  const { token } = (await http('POST', '/users/build-bot/acting-token', undefined)) as { token: string }
  await http('GET', '/users/me', undefined, { bearer: token })
  await http('POST', '/api-keys/target/user/me', { role: 'read', description: '${not} a variable' })
  await http('POST', '/credentials/target/org/acme', { name: 'registry', value: 'hunter2-hunter2' })
  await http('DELETE', `/api-keys/${minted.id}`)
  await http('GET', '/users/me', undefined, { api_key: minted.key })
  const text = await replayed(exchanges)
  for (const secret of [minted.key, token, 'hunter2', 'svc-key-']) expect(text).not.toContain(secret)
  expect(text).toContain('as: ${api_key_key}')
  expect(text).toContain('DELETE /api-keys/${api_key_id}')
})

it('exchanges that cannot be steps are left out, with those that depend on them', () => {
  const answer = {
    outcome: 'answered' as const,
    status: 200,
    headers: {},
    bytes: encoder.encode('{"status":"success"}'),
  }
  const odd: Exchange = {
    kind: 'http',
    caller: 'none',
    method: 'GET',
    path: '/another/api',
    headers: {},
    body: new Uint8Array(),
    answer,
  }
  const { scenario, leftOut } = recordScenario([odd, { kind: 'clock', milliseconds: 5_400_000 }], {
    name: 'x',
    about: 'x',
  })
  expect(scenario.steps).toEqual([{ clock: { advance: '1h30m' } }])
  expect(leftOut).toMatchObject([{ exchange: odd, reason: "no endpoint 'GET /another/api'" }])
})

it('keeps a key with a quote out of the names of fields, too', () => {
  const key = 'unknown-"key"-of-nobody'
  const emulator = createEmulator()
  const { exchanges, http } = recorder(emulator)
  return http('POST', '/orgs', { name: 'x', [key]: 1 }, { api_key: key }).then(() => {
    const { scenario } = recordScenario(exchanges, frame)
    expect(scenario.steps).toHaveLength(1)
    expect(JSON.stringify(scenario)).not.toMatch(/of-nobody/)
  })
})
