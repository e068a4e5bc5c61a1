/** Load of a soak, round after round: each round removes all that it created. */
import { WebSocket } from 'ws'

type Fields = Readonly<Record<string, unknown>>

export interface Load {
  /** Takes away what would go on growing by itself: schedules start executions as time moves on. */
  prepare(): Promise<void>
  /** Does one round, whose kind the number decides. */
  round(number: number): Promise<void>
  readonly requests: number
}

const kinds = [rest, rest, listing, sockets, fork, snapshot, faults, refusals] as const
const ada = 'svc-key-ada-admin'

interface Client {
  readonly origin: string
  ask(method: string, path: string, body?: Fields, expected?: number): Promise<Fields>
  readonly name: string
}

export function createLoad(origin: string): Load {
  let requests = 0
  const client = (number: number): Client => ({
    origin,
    name: `soak-${number}`,
    async ask(method, path, body, expected = 200) {
      requests++
      const headers = { 'x-api-key': ada, 'content-type': 'application/json' }
      const response = await fetch(origin + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (response.status !== expected)
        throw new Error(`${method} ${path}: ${response.status} where ${expected} was expected: ${text.slice(0, 300)}`)
      return text === '' ? {} : (JSON.parse(text) as Fields)
    },
  })
  return {
    async prepare() {
      const { ask } = client(0)
      const { records } = (await ask('GET', '/__emulator/state/schedules')) as { records: { id: string }[] }
      for (const { id } of records) await ask('DELETE', `/__emulator/state/schedules/${id}`)
    },
    round: (number) => kinds[number % kinds.length]!(client(number)),
    get requests() {
      return requests
    },
  }
}

async function rest({ ask, name }: Client): Promise<void> {
  await ask('POST', '/v1/orgs', { name, alias: name, visibility: 'private' })
  await ask('POST', `/v1/blobs/${name}`, { alias: `${name}-blob`, type: 'text' })
  await ask('POST', '/__emulator/clock', { advance: 2_000 })
  const { revision } = (await ask('POST', `/v1/blobs/${name}/${name}-blob/revisions`, { note: name })) as {
    revision: { id: string }
  }
  await ask('POST', `/v1/revisions/${revision.id}/commit`)
  await ask('PUT', `/v1/blobs/${name}/${name}-blob/metadata/tags`, { a: 1, b: name })
  await ask('GET', `/v1/blobs/${name}/${name}-blob/revisions?limit=1`)
  const { api_key: key } = (await ask('POST', `/v1/api-keys/target/org/${name}`, { role: 'read' })) as {
    api_key: { id: string }
  }
  await ask('DELETE', `/v1/api-keys/${key.id}`)
  await ask('DELETE', `/v1/orgs/${name}`)
}

async function listing({ ask }: Client): Promise<void> {
  for (const path of [
    '/v1/users/me',
    '/v1/users/me/orgs',
    '/v1/orgs/acme/blobs',
    '/v1/members/target/org/acme',
    '/__emulator/journal?limit=20',
    '/__emulator/coverage',
  ])
    await ask('GET', path)
}

async function sockets({ origin, ask, name }: Client): Promise<void> {
  await ask('GET', '/v1/users/me')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/realtime`, { headers: { 'x-api-key': ada } })
  await event(socket, 'open')
  for (const [id, [method, params]] of Object.entries<[string, Fields]>({
    1: ['workflow.create_session', { org_id: 'acme', alias: name }],
    2: ['workflow.put_session_object', { session_id: name, key: 'k', value: 'x'.repeat(1_000) }],
    3: ['workflow.list_session_objects', { session_id: name }],
    4: ['workflow.no_such_command', {}],
    5: ['workflow.delete_session', { session_id: name }],
  })) {
    const answered = event(socket, 'message')
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    await answered
  }
  const closed = event(socket, 'close')
  socket.close()
  await closed
}

function event(socket: WebSocket, name: 'open' | 'message' | 'close'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once(name, () => {
      socket.off('error', reject)
      resolve()
    })
  })
}

/** A world beside the main one, written to, and taken away. */
async function fork({ ask, name }: Client): Promise<void> {
  const { world } = (await ask('POST', '/__emulator/worlds', { from: 'current' }, 201)) as { world: string }
  await ask('POST', `/w/${world}/v1/orgs`, { name })
  await ask('POST', `/w/${world}/__emulator/clock`, { advance: '1h' })
  await ask('GET', `/w/${world}/__emulator/export`)
  await ask('DELETE', `/__emulator/worlds/${world}`)
}

async function snapshot({ ask, name }: Client): Promise<void> {
  const { world } = (await ask('POST', '/__emulator/worlds', { from: 'start' }, 201)) as { world: string }
  await ask('POST', `/w/${world}/__emulator/snapshots`, { name: 'before' }, 201)
  await ask('POST', `/w/${world}/v1/orgs`, { name, alias: name })
  await ask('POST', `/w/${world}/__emulator/snapshots/before/restore`)
  await ask('GET', `/w/${world}/v1/orgs/${name}`, undefined, 404)
  await ask('DELETE', `/__emulator/worlds/${world}`)
}

async function faults({ ask, origin, name }: Client): Promise<void> {
  const when = { endpoint: 'GET /orgs/:org_id', params: { org_id: name } }
  for (const action of [{ fail: { error: 'internal_error' } }, { drop: true }, { delay: '1ms' }]) {
    const { trigger } = (await ask('POST', '/__emulator/triggers', { when, do: [action] }, 201)) as {
      trigger: { id: number | string }
    }
    await fetch(`${origin}/v1/orgs/${name}`, { headers: { 'x-api-key': ada } }).then(
      (response) => response.text(),
      () => 'dropped',
    )
    await ask('DELETE', `/__emulator/triggers/${trigger.id}`)
  }
}

async function refusals({ ask }: Client): Promise<void> {
  await ask('GET', '/v1/nowhere', undefined, 404)
  await ask('POST', '/v1/orgs', { nme: 'x' }, 400)
  await ask('DELETE', '/v1/users/me', { x: 1 }, 404).catch(() => {})
  await ask('POST', '/__emulator/triggers', { when: {} }, 400)
}
