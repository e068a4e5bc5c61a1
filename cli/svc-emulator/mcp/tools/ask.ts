import * as v from 'valibot'
import { dictionary } from '../../../../emulator/engine/checking/dictionary.ts'
import { shortened } from '../../../../emulator/contract/shortened.ts'
import { EmulatorError } from '../../../../emulator/engine/checking/emulator-error.ts'
import { given } from '../../../../emulator/engine/checking/given.ts'
import { isObject } from '../../../../emulator/engine/checking/is-object.ts'
import { didYouMean, nearestWithoutEngine } from '../../../../emulator/engine/checking/near-miss.ts'
import { valueText } from '../../../../emulator/engine/checking/problems.ts'
import { isCommandName, meantEndpoint } from '../../../../emulator/engine/matching/meant-unit.ts'
import { redactUrl } from '../../../../emulator/engine/journal/redact.ts'
import type { CallStep, HttpStep } from '../../../../emulator/scenario/schema-steps.ts'
import { parseDuration } from '../../../../emulator/engine/world/clock.ts'
import type { CallOutcome, HttpOutcome } from '../../../../emulator/scenario/outcome.ts'
import { performCall } from '../../../../emulator/scenario/steps/call-step.ts'
import { performHttp } from '../../../../emulator/scenario/steps/http-step.ts'
import { Session } from '../../../../emulator/scenario/steps/session.ts'
import { HttpTarget } from '../../../../emulator/scenario/targets/http-target.ts'
import { catalog } from '../../../../emulator/service/catalog.ts'
import { unchecked, type AgentWorld } from '../agent-world.ts'
import { findCaller } from '../caller.ts'
import { lastEntry, readEntries, type EntryLine, type SentEntry } from '../entries.ts'
import { common, option, text } from '../input.ts'
import { tool, type ToolInput } from '../tool.ts'

const durationText = v.pipe(
  text,
  v.check((given) => parseDuration(given) !== undefined, 'expected a duration such as 500ms or 10s'),
)

const input = {
  request: v.pipe(
    text,
    v.description(
      '`GET /users/me?x=1`; a command, `workflow.list_sessions`; or `#12`: entry 12 once more (`#12 PUT /orgs/acme`: to there)',
    ),
  ),
  as: option(text, 'User by alias or id, secret of a key or token, or `none`; default the first admin key'),
  body: option(v.unknown(), 'JSON, or parameters of the command'),
  text: option(v.string(), 'Body as it is'),
  base64: option(v.string(), 'Body as bytes'),
  headers: option(dictionary(v.string(), v.nullable(v.string())), 'Further headers'),
  via: option(v.picklist(['socket', 'http']), 'Of a command; default socket'),
  into: option(v.literal('fork'), '`#12` in a new world, as before it'),
  timeout: option(durationText, 'Default 5s'),
  ...common,
}
/** Sends requests and calls commands. */
export const ask = tool({
  name: 'ask',
  about:
    'Send any request, or call any command, as any caller. Answers what came back, the number of its entry and the clauses that decided it. Shapes: `clauses {schema: "POST /orgs"}`, names: `{schema: "*"}`.',
  input,
  examples: [{ request: 'GET /users/me' }],
  run: async (asked, { world }) => {
    const again = /^#(\d+)(?: ([A-Za-z]+) (\/\S*))?$/.exec(asked.request)
    if (again !== null) return askAgain(world, asked, again)
    if (asked.into !== undefined) throw new EmulatorError('ask: into: requires a request such as `#12`, of an entry')
    return askNew(world, asked)
  },
})

/** Sends a request, or calls a command, and returns its result. */
async function askNew(world: AgentWorld, asked: ToolInput<typeof input>): Promise<object> {
  const isCall = isCommand(asked.request)
  const step = { ...(isCall ? callStep(asked) : httpStep(asked)), as: await findCaller(world, asked.as) }
  return inTurn(world, () => sendStep(world, step, isCall))
}

/** The last pending request to each world, by the address of the world. */
const lastAsks = new Map<string, Promise<object>>()

/** Sends requests to a world one at a time: the journal does not show which of two concurrent ones made an entry. */
async function inTurn(world: AgentWorld, send: () => Promise<object>): Promise<object> {
  const before = lastAsks.get(world.apiUrl)?.catch(() => undefined)
  const sent = Promise.resolve(before).then(send)
  lastAsks.set(world.apiUrl, sent)
  try {
    return await sent
  } finally {
    if (lastAsks.get(world.apiUrl) === sent) lastAsks.delete(world.apiUrl)
  }
}

async function sendStep(world: AgentWorld, step: CallStep | HttpStep, isCall: boolean): Promise<object> {
  const before = await lastEntry(world)
  const session = new Session(new HttpTarget({ apiUrl: world.apiUrl, realtimeUrl: world.realtimeUrl }))
  try {
    const { outcome } = isCall
      ? await performCall(step as CallStep, session)
      : await performHttp(step as HttpStep, session)
    const shown = isCall ? showCall(outcome as CallOutcome) : showHttp(outcome as HttpOutcome)
    return { ...shown, ...(before !== undefined && (await findSent(world, before, step))) }
  } finally {
    session.close()
  }
}

function isCommand(request: string): boolean {
  return /^[a-z_]+\.[a-z_]+$/.test(request)
}

/** Fields of a call that belong to requests over HTTP alone. */
const ofRequests = ['text', 'base64', 'headers'] as const

function callStep(asked: ToolInput<typeof input>): Omit<CallStep, 'as'> {
  const { request, body, via, timeout } = asked
  const [wrong] = ofRequests.filter((name) => asked[name] !== undefined)
  if (wrong !== undefined)
    throw new EmulatorError(
      `ask: ${wrong}: a command takes \`body\`, its parameters; send it as \`POST /${request.replace('.', '/')}\` for more`,
    )
  if (body !== undefined && !isObject(body))
    throw new EmulatorError(`ask: body: expected an object, the parameters of the command, got ${valueText(body)}`)
  return { call: request, ...given({ params: body, via, timeout }) }
}

function httpStep(asked: ToolInput<typeof input>): Omit<HttpStep, 'as'> {
  const { body, text: bare, base64, headers = {}, via, timeout } = asked
  const bodies = (['body', 'text', 'base64'] as const).filter((name) => asked[name] !== undefined)
  if (bodies.length > 1) throw new EmulatorError(`ask: expected one body, got ${bodies.join(' and ')}`)
  // Some agents write the text of an object in its place.
  if (typeof body === 'string' && /^\s*[{[]/.test(body))
    throw new EmulatorError('ask: body: expected the object itself, got its text; `text` sends a text as it is')
  const http = parseRequest(asked.request)
  if (bodies[0] !== undefined && /^(?:GET|HEAD) /.test(http))
    throw new EmulatorError(
      `ask: ${bodies[0]}: ${http.split(' ', 1)[0]} is sent without a body; put parameters into the path`,
    )
  if (via !== undefined) throw new EmulatorError('ask: via: requires a command, such as `workflow.list_sessions`')
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null)
  return {
    http,
    ...(sent.length > 0 && { headers: Object.fromEntries(sent) }),
    ...given({ body, text: bare, base64, timeout }),
  }
}

/** Method and path of a request. Throws `EmulatorError` with the near miss if it is neither a request nor a command. */
function parseRequest(request: string): string {
  const parts = /^([A-Za-z]+) (?:\/v1(?=[/?]))?(\/\S*)$/.exec(request)
  if (parts !== null) return `${parts[1]!.toUpperCase()} ${parts[2]!}`
  const [, method = 'GET', path] = /^(?:([A-Za-z]+) )?(?:https?:\/\/[^/]+(?:\/v1)?)?(\/\S*)$/.exec(request) ?? []
  const meant =
    path === undefined ? (meantEndpoint(request) ?? nearestWithoutEngine(request, commandNames)) : `${method} ${path}`
  const near = meant === undefined ? didYouMean(request, unitNames) : `, did you mean '${meant}'?`
  throw new EmulatorError(
    `ask: request: expected \`METHOD /path\`, a command such as \`workflow.list_sessions\`, or the entry to send again such as \`#12\`; got '${shortened(request, 200)}'${near}`,
  )
}

const unitNames = catalog.map(({ id }) => id)
const commandNames = unitNames.filter(isCommandName)

function showHttp({ outcome, reason, status, headers = {}, body, text: bare, bytes, envelope }: HttpOutcome): object {
  const told = Object.entries(headers).filter(([name]) => !usualHeaders.has(name))
  return {
    ...(outcome !== 'answered' && { outcome, reason }),
    status,
    ...(told.length > 0 && { headers: Object.fromEntries(told) }),
    ...(envelope !== undefined && { envelope, bytes }),
    ...(body === undefined ? bare !== undefined && bare !== '' && { text: bare } : { body }),
  }
}

/** Headers that every answer has. */
const usualHeaders = new Set(['content-type', 'content-length', 'connection', 'keep-alive', 'date', 'x-response-body'])

function showCall({ outcome, answers, strays, ...shown }: CallOutcome): object {
  return {
    ...(outcome !== 'answered' && { outcome }),
    ...(answers > 1 && { answers }),
    ...(strays > 0 && { unexpected_frames: strays }),
    ...shown,
  }
}

/** Number and clauses of a request's entry; a note if another client's request may have made it. */
async function findSent(world: AgentWorld, after: number, step: { http?: string; call?: string }): Promise<object> {
  const { entries } = await readEntries(world, { after })
  const found = entries.filter(step.call === undefined ? isRequest(world, step.http!) : isAnsweredCall(step.call))
  if (found.length > 1)
    return {
      notes: [
        `${found.length} requests like this one came at the same time, and their entries do not tell which it was; explain {"entries": {"after": ${after}}} lists them`,
      ],
    }
  return found[0] === undefined ? {} : describeSent(found[0])
}

/** A request as the journal names it: with the URL as `fetch` sends it, below the root of the world. */
function isRequest(world: AgentWorld, http: string) {
  const [method = '', path = ''] = http.split(' ')
  const root = new URL(world.apiUrl).pathname.length - '/v1'.length
  const { pathname, search } = new URL(world.apiUrl + path)
  const url = redactUrl((pathname + search).slice(root))
  return ({ request }: EntryLine): boolean => request !== null && request.method === method && request.url === url
}

/** A call of a command; one that does not exist has no unit in the journal. */
function isAnsweredCall(command: string) {
  return ({ unit, via }: EntryLine): boolean => unit === command || (unit === null && via === 'socket')
}

function describeSent({ number, caller, delivery, triggers, clauses, assumptions, notes }: SentEntry): object {
  return {
    entry: number,
    caller,
    ...(delivery !== undefined && { delivery }),
    ...(triggers.length > 0 && { triggers }),
    clauses,
    ...(assumptions.length > 0 && { assumptions }),
    ...(notes.length > 0 && { notes }),
  }
}

/** Sends the request of an entry again, with changes. */
async function askAgain(
  world: AgentWorld,
  asked: ToolInput<typeof input>,
  [, number, method, path]: RegExpExecArray,
): Promise<object> {
  const { as, body, text: bare, headers, into, base64, via, timeout } = asked
  const [wrong] = Object.entries({ base64, via, timeout }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (wrong !== undefined)
    throw new EmulatorError(
      `ask: ${wrong}: a request that is sent again takes \`as\`, \`body\`, \`text\`, \`headers\` and \`into\``,
    )
  const changes = {
    as,
    body,
    text: bare,
    headers,
    method,
    url: path === undefined ? undefined : `/v1${path.replace(/^\/v1(?=[/?])/, '')}`,
  }
  const { entry, world: fork } = await world.control('POST /journal/:number/resend', {
    params: { number: number! },
    body: unchecked({ changes, into }),
  })
  if (entry.request === null) throw new EmulatorError(`ask: entry ${number} is no request`)
  const { response } = entry
  return {
    ...(response === null ? { outcome: 'no_answer' } : { status: response.status, body: response.body }),
    ...describeSent(entry),
    ...(fork !== null && { world: fork.world }),
  }
}
