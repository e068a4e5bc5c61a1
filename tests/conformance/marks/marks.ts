/** A table of marks: for each clause requests that show it, and near ones that do not. */
import type { ClauseId, Emulator } from '../../../emulator/index.ts'
import { createEmulator } from '../../../emulator/index.ts'
import { starterId } from '../direct.ts'
import { connectDirectly } from '../socket.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * One request: who asks and what, as `ada GET /users/me`, `ada call workflow.list_sessions` (a command over HTTP) or `ada socket
 * workflow.list_sessions`. `$e1` stands for the id of the starter world that ends in e1, `{name}` for what was saved.
 */
export interface Ask {
  readonly ask: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly settings?: Fields
  readonly fixtures?: readonly ['large']
  /** Arranges the world; what it returns can be named in braces. */
  readonly given?: ((emulator: Emulator) => Readonly<Record<string, string>> | void) | undefined
  /** Asked before; the marks of these do not count. */
  readonly after?: readonly Asked[]
  /** Names for what the answer holds. */
  readonly save?: Readonly<Record<string, (answer: Answered) => string>>
}

// oxlint-disable-next-line typescript/no-explicit-any
export type Answered = any

/** Short for a request without more, or with a body. */
export type Asked = string | readonly [ask: string, body: unknown] | Ask

export interface MarkRow {
  /** Each of these marks the clause. */
  readonly by: readonly Asked[]
  /** None of these does. */
  readonly notBy: readonly Asked[]
}

export type MarkTable = Readonly<Partial<Record<ClauseId, MarkRow>>>

/** A row in short. */
export function row(by: readonly Asked[], notBy: readonly Asked[]): MarkRow {
  return { by, notBy }
}

export const callers: Readonly<Record<string, string>> = {
  ada: 'svc-key-ada-admin',
  reader: 'svc-key-ada-read',
  ben: 'svc-key-ben-admin',
  bot: 'svc-key-bot-write',
  orgkey: 'svc-key-acme-write',
  blobkey: 'svc-key-weights-read',
  token: 'svc-token-ada',
  acting: 'svc-token-ada-as-bot',
  unknown: 'svc-key-nobody',
  none: '',
}

const bases = new Map<string, Emulator>()

function freshWorld({ settings, fixtures }: Ask): Emulator {
  const key = JSON.stringify([settings, fixtures])
  let base = bases.get(key)
  if (base === undefined)
    bases.set(
      key,
      (base = createEmulator({
        ...(fixtures && { fixtures: [...fixtures] }),
        ...(settings && { settings: settings as never }),
      })),
    )
  return base.fork()
}

export function parseAsk(asked: Asked): Ask {
  if (typeof asked === 'string') return { ask: asked }
  return 'ask' in asked ? asked : { ask: asked[0], body: asked[1] }
}

/** How a request reads in the name of a test. */
export function formatName(asked: Asked): string {
  const { ask, body } = parseAsk(asked)
  return body === undefined ? ask : `${ask} ${JSON.stringify(body).slice(0, 80)}`
}

/** The clauses that a request marks in a world of its own. */
export async function collectMarks(asked: Asked): Promise<readonly string[]> {
  return (await play(asked)).journal.entries().at(-1)!.clauses
}

/** World of its own in which a request was sent, alone in the journal. `change` comes after what was asked before it. */
export async function play(asked: Asked, change: (emulator: Emulator) => void = () => {}): Promise<Emulator> {
  const ask = parseAsk(asked)
  const emulator = freshWorld(ask)
  const names: Record<string, string> = { ...ask.given?.(emulator) }
  for (const before of ask.after ?? []) await send(emulator, parseAsk(before), names)
  emulator.journal.clear()
  change(emulator)
  await send(emulator, ask, names)
  return emulator
}

async function send(
  emulator: Emulator,
  { ask, body, headers = {}, save = {} }: Ask,
  names: Record<string, string>,
): Promise<void> {
  const [who = '', method = '', ...rest] = filled(ask, names).split(' ')
  const what = rest.join(' ')
  const answer =
    method === 'socket'
      ? await sendCall(emulator, callers[who]!, what, filledIn(body, names))
      : await sendHttp(
          emulator,
          callers[who]!,
          method === 'call' ? 'POST' : method,
          method === 'call' ? `/${what.replace('.', '/')}` : what,
          filledIn(body, names),
          headers,
        )
  for (const [name, read] of Object.entries(save)) names[name] = read(answer)
}

async function sendHttp(
  emulator: Emulator,
  secret: string,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answered> {
  const credentials: Record<string, string> =
    secret === ''
      ? {}
      : secret.startsWith('svc-token')
        ? { authorization: `Bearer ${secret}` }
        : { 'x-api-key': secret }
  const content = body instanceof Uint8Array ? { body } : body === undefined ? {} : { body: JSON.stringify(body) }
  const typed: Record<string, string> =
    body === undefined || body instanceof Uint8Array ? {} : { 'content-type': 'application/json' }
  const response = await emulator.fetch(
    new Request(`http://127.0.0.1:4010/v1${path}`, {
      method,
      headers: { ...credentials, ...typed, ...headers },
      ...(content as RequestInit),
    }),
  )
  const text = await response.text()
  return text !== '' && response.headers.get('content-type') === 'application/json' ? JSON.parse(text) : undefined
}

async function sendCall(emulator: Emulator, secret: string, method: string, params: unknown): Promise<Answered> {
  const socket = connectDirectly(emulator, secret === '' ? undefined : secret)
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? {} }))
  const answer = JSON.parse(await socket.next()) as Answered
  socket.close()
  return answer.result
}

function filled(text: string, names: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(/\$([a-f]\d)/g, (_, digits: string) => starterId(digits))
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole)
}

function filledIn(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return filled(value, names)
  if (Array.isArray(value)) return value.map((each) => filledIn(each, names))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filledIn(each, names)]))
}
