import type { Emulator } from '../../emulator/index.ts'
import type { Asked } from './tellers.ts'

/** Arranges the records that some requests need, the same in every world. */
export function arrange({ world }: Emulator): Readonly<Record<string, string>> {
  world.users.insert({ alias: 'eve' })
  world.api_keys.insert({
    key: 'svc-key-eve',
    user: 'eve',
    target: 'user',
    target_id: 'eve',
    role: 'admin',
    created_by: 'eve',
  })
  world.api_keys.insert({
    key: 'svc-key-acme-admin',
    user: 'ada',
    created_by: 'ada',
    target: 'org',
    target_id: 'acme',
    role: 'admin',
  })
  world.api_keys.insert({
    key: 'svc-key-old',
    user: 'old-bot',
    target: 'user',
    target_id: 'old-bot',
    role: 'read',
    created_by: 'ada',
  })
  world.users.insert({ alias: 'busy' })
  for (let n = 0; n < 50; n++) {
    world.orgs.insert({ alias: `busy-${n}` })
    world.members.insert({ user: 'busy', target: 'org', target_id: `busy-${n}`, role: 'read' })
  }
  world.definitions.insert({ org: 'ada-lab', alias: 'apart' })
  world.sessions.insert({ org: 'ben-lab', alias: 'first' })
  world.sessions.insert({ org: 'ben-lab', alias: 'before', created_at: '2025-01-01T00:00:00.000Z' })
  const session = world.sessions.get('run-01')!.id
  const failed = world.executions.insert({ org: 'acme', status: 'failed', error: 'node_failed' } as never)
  const blob = world.blobs.get('arriving')!
  const revision = world.revisions.insert({ blob: blob.id, phase: 'draft', status: 'ready' } as never)
  const hidden = world.operations.insert({
    kind: 'create_blob',
    target: 'blob',
    target_id: world.blobs.get('draft')!.id,
  } as never)
  const credential = world.credentials.insert({
    target: 'org',
    target_id: 'ada-lab',
    name: 'n',
    value: 'v',
    created_by: 'ada',
  } as never)
  world.files.insert({ session: 'run-01', name: 'told' } as never)
  // Six of them are more than 1,000,000 bytes and less than 1 MB, seven are more than that.
  for (let n = 0; n < 8; n++)
    world.metadata.insert({
      target: 'blob',
      target_id: 'weights',
      alias: 'large',
      key: `key-${n}`,
      value: 'x'.repeat(170_000),
    } as never)
  return {
    foreign: world.sessions.get('first')!.id,
    element: world.graph_elements.list({ session_id: session })[0]!.id,
    firing: world.firings.list({})[0]!.id,
    failed: failed.id,
    arriving: revision.id,
    hidden: hidden.id,
    credential: credential.id,
  }
}

type Json = Record<string, unknown>

/** Answers of a world to some requests, each as status, envelope header and body. */
export async function askAll(
  emulator: Emulator,
  asks: readonly Asked[],
  known: Readonly<Record<string, string>>,
): Promise<unknown[]> {
  const answers: unknown[] = []
  let last: Json = {}
  for (const asked of asks) {
    const taken = Object.entries(asked.take ?? {}).map(([name, path]): [string, string] => [
      name,
      String(read(last, path)),
    ])
    const fill = (text: string): string =>
      Object.entries({ ...known, ...Object.fromEntries(taken) }).reduce(
        (filled, [name, value]) => filled.replaceAll(`{${name}}`, value),
        text,
      )
    if (asked.ask === 'POST /clock') {
      emulator.clock.advance(asked.json as number)
      continue
    }
    const answer = asked.socket ? await callOver(emulator, asked, fill) : await askOverHttp(emulator, asked, fill)
    answers.push(answer)
    last = (answer as { body?: Json }).body ?? {}
  }
  return answers
}

async function askOverHttp(
  emulator: Emulator,
  { ask, as, json, headers, raw, untyped }: Asked,
  fill: (text: string) => string,
) {
  const [method = 'GET', path = ''] = fill(ask).split(' ')
  const bearer = as?.startsWith('bearer ') ? as.slice('bearer '.length) : undefined
  const response = await emulator.fetch(`http://emulator/v1${path}`, {
    method,
    headers: {
      ...(bearer !== undefined ? { authorization: `Bearer ${bearer}` } : as !== undefined && { 'x-api-key': as }),
      ...(json !== undefined && !untyped && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && {
      body: untyped ? new TextEncoder().encode(JSON.stringify(json)) : (raw ?? fill(JSON.stringify(json))),
    }),
  })
  const text = await response.text()
  const envelope = response.headers.get('x-response-body')
  return { status: response.status, envelope, body: text.startsWith('{') ? JSON.parse(text) : text }
}

async function callOver(
  emulator: Emulator,
  { ask, as, json, raw, before, id = '1' }: Asked,
  fill: (text: string) => string,
): Promise<unknown> {
  const sent: string[] = []
  const session = emulator.connect({
    url: `/v1/realtime?api_key=${as}`,
    send: (text) => sent.push(text),
    close: (code) => sent.push(JSON.stringify({ closed: code })),
  })
  if (before === 'key deleted')
    emulator.world.api_keys.delete(emulator.world.api_keys.list({}).find(({ key }) => key === as)!.id)
  if (before === 'refused credentials')
    session.receive('{"jsonrpc":"2.0","id":0,"method":"session.authenticate","params":{"api_key":"svc-key-wrong"}}')
  const method = ask.replace('POST /', '').replace('/', '.')
  const sentCall = JSON.stringify({ jsonrpc: '2.0', method, params: json })
  session.receive(raw ?? fill(`${sentCall.slice(0, -1)},"id":${id}}`))
  await Promise.resolve()
  return { frame: sent.at(-1)!, body: JSON.parse(sent.at(-1)!) }
}

function read(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (at as Json | undefined)?.[name], value)
}
