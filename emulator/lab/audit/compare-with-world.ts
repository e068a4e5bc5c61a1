import { shallowJson } from '../../engine/checking/lost-number.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { StatementId } from '../../engine/coverage/statements.ts'
import type { Emulator } from '../../host/emulator.ts'
import { credentialHeader, type HttpExchange } from '../../scenario/record/exchange.ts'
import { findAdminKey } from '../engine/base-emulator.ts'
import { isClause } from './find-clause.ts'
import type { Remark } from './remark.ts'

/** How the emulator answers the same request. */
interface OwnAnswer {
  readonly status: number
  readonly error: string | undefined
  readonly message: string
  readonly cites: readonly StatementId[]
}

/** Codes of requests that are wrong whatever the records are. */
const ofShape: readonly string[] = ['invalid_request_body', 'invalid_limit', 'unsupported_media_type']

/**
 * Asks a fork of the emulator the same request. An answer of 200 to a request that the specification refuses is a
 * finding; any other difference may come from other records, and is a note.
 */
export async function compareWithWorld(world: Emulator, exchange: HttpExchange): Promise<Remark[]> {
  const { status, bytes } = exchange.answer
  const own = await ask(world, exchange)
  const asAdmin: Remark[] = []
  let answer = own
  if (own.status === 401 && status !== 401) {
    const key = findAdminKey(world)
    if (key === undefined) return []
    answer = await ask(world, { ...exchange, caller: { api_key: key } })
    const says = 'comes with a credential that the emulator does not know: it was asked as the first admin'
    asAdmin.push({ level: 'note', says, statement: 'A-7' })
  }
  const body = shallowJson(new TextDecoder().decode(bytes))
  const code = isObject(body) && typeof body['error'] === 'string' ? body['error'] : undefined
  return [...asAdmin, ...compare(status, code, answer)]
}

function compare(status: number, code: string | undefined, own: OwnAnswer): Remark[] {
  const refused = status >= 400
  const { error, message, status: ownStatus } = own
  const theirs = describe(status, code)
  const differs = (says: string): Remark[] => [{ level: 'note', says, statement: mostTelling(own) }]
  if (refused && error === undefined) return differs(`refuses with ${theirs} what the emulator answers`)
  if (!refused && error !== undefined) {
    const [clause] = ofShape.includes(error) ? own.cites.filter((id) => isClause(id) && !general.test(id)) : []
    const says = `answers ${status} to a request that the emulator refuses: ${ownStatus} ${error}, ${message}`
    return clause === undefined ? differs(says) : [{ level: 'finding', says, statement: clause }]
  }
  if (refused && code !== error)
    return differs(`refuses with ${theirs}, the emulator with ${describe(ownStatus, error)}`)
  return []
}

function describe(status: number, code: string | undefined): string {
  return code === undefined ? String(status) : `${status} ${code}`
}

/** Statements that answers to most requests show. */
const general =
  /^(?:(?:envelope|errors|service|authentication|keys|versioning|identifiers|acting-token)\.|A-[67]$|A-10$)/

/** The statement that says most about an answer: a sentence, if possible, that is not about every answer. */
function mostTelling({ cites }: OwnAnswer): string {
  const own = cites.filter((id) => !general.test(id))
  return own.find((id) => isClause(id)) ?? own[0] ?? cites.find((id) => !isClause(id)) ?? cites[0] ?? 'A-7'
}

async function ask(world: Emulator, { method, path, caller, headers, body }: HttpExchange): Promise<OwnAnswer> {
  const fork = world.fork()
  fork.triggers.clear()
  const isSent = body.length > 0 && method !== 'GET' && method !== 'HEAD'
  const response = await fork.fetch(`/v1${path}`, {
    method,
    headers: { ...headers, ...credentialHeader(caller) },
    ...(isSent && { body: new Uint8Array(body) }),
  })
  const parsed = response.status < 400 ? undefined : shallowJson(await response.text())
  const { error, message } = isObject(parsed) ? parsed : { error: undefined, message: '' }
  const { clauses, assumptions } = fork.coverage()
  const cites = [...clauses.items, ...assumptions.items]
    .filter(({ count }) => count > 0)
    .map(({ id }) => id as StatementId)
  return {
    status: response.status,
    error: typeof error === 'string' ? error : undefined,
    message: String(message),
    cites,
  }
}
