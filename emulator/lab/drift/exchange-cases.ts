import type { Case } from '../../contract/cases.ts'
import { isUuid } from '../../contract/uuid.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { World } from '../../engine/world/world.ts'
import { sentFields, type AskedRequest } from './asked.ts'
import { findParams } from './find-unit.ts'
import { answerFields, type Observation } from './observation.ts'
import type { TimelineStep } from './timeline.ts'
import { translateAsked } from './translate.ts'
import type { Twin } from './twin.ts'

/** Finds the cases of sentences that exchanges show. Exchanges are taken in their order. */
export class ExchangeCases {
  /** Cursors in earlier answers of the target. */
  readonly #cursors = new Set<string>()

  /** Cases that an exchange shows. `before`: the twin before this exchange. */
  list({ exchange: { asked, observation }, twin: { unit, observation: own } }: TimelineStep, before: Twin): Case[] {
    const { world } = before.host
    const translated = translateAsked(asked, before.pairing)
    const sent = sentFields(asked)
    const cases: Case[] = [
      ...((unit === undefined ? [] : [unit.id]) as Case[]),
      asked.via === 'http' ? 'HTTP' : 'socket',
      isRefused(own) ? 'refusal' : 'success',
      ...listCallers(world, translated),
      ...listNamed(world, findParams(asked), findParams(translated), unit?.id ?? ''),
      ...this.#listEdges(sent),
    ]
    const role = sent['role']
    if (unit?.id === 'POST /api-keys/target/:target/:target_id' && typeof role === 'string')
      cases.push(`mints ${role}` as Case)
    for (const cursor of findCursors(observation)) this.#cursors.add(cursor)
    return cases
  }

  #listEdges({ cursor, limit }: Fields): Case[] {
    if (String(limit) === '0') return ['limit 0']
    if (String(limit) === '201') return ['limit 201']
    if (typeof cursor !== 'string' || this.#cursors.has(cursor)) return []
    for (const issued of this.#cursors) {
      const place = findChange(issued, cursor)
      if (place === 0) return ['first character']
      if (place === issued.length - 1) return ['last character']
      if (place !== undefined) return ['middle character']
    }
    return []
  }
}

/** Position of the only character in which two texts of equal length differ; undefined if there is none, or several. */
function findChange(one: string, other: string): number | undefined {
  if (one.length !== other.length) return undefined
  const places = Array.from(one, (_, n) => n).filter((n) => one[n] !== other[n])
  return places.length === 1 ? places[0] : undefined
}

function findCursors(observation: Observation): string[] {
  const { result, cursor } = answerFields(observation)
  const found = isObject(result) ? result['cursor'] : cursor
  return typeof found === 'string' ? [found] : []
}

function isRefused(observation: Observation): boolean {
  if (observation.kind === 'http') return observation.status >= 400
  return observation.kind === 'failed' || 'error' in answerFields(observation)
}

/** Cases of the credentials of a translated request. */
function listCallers(world: World, { caller: { credentials } }: AskedRequest): Case[] {
  const secret = credentials['x-api-key']
  const key = secret === undefined ? undefined : world.api_keys.with('key', secret)
  if (key !== undefined) {
    const isAccount = key.target === 'user' && world.users.get(key.user_id)?.type === 'service'
    return [`${key.target} key`, `${key.role} key`, ...(isAccount ? ['account key' as const] : [])]
  }
  const bearer = credentials['authorization']?.replace(/^Bearer /, '')
  const token = bearer === undefined ? undefined : world.tokens.with('token', bearer)
  return (token?.human_user_id ?? null) === null ? [] : ['acting token']
}

/**
 * Cases of the records in a path. `sent`: parameters of the request to the target; `params`: those of the request to
 * the twin.
 */
function listNamed(world: World, sent: Fields, params: Readonly<Record<string, string>>, unit: string): Case[] {
  const { target, target_id: targetId, org_id: org, blob_id: blob, user_id: user, revision_id: revision, id } = params
  const cases: Case[] = []
  if (isTarget(target)) cases.push(target, ...nameBy(target, sent['target_id'], targetId))
  cases.push(...nameBy('org', sent['org_id'], org), ...nameBy('blob', sent['blob_id'], blob))
  cases.push(...nameBy('user', sent['user_id'], user))
  if (user !== undefined) cases.push(...describeUser(world, user, unit))
  const phase = revision === undefined ? undefined : world.revisions.get(revision)?.phase
  if (phase !== undefined) cases.push(phase)
  if (id !== undefined) cases.push(...describeDeleted(world, id, unit))
  if (unit === 'DELETE /orgs/:org_id') cases.push(...describeContents(world, org!))
  return cases
}

function isTarget(kind: string | undefined): kind is 'org' | 'blob' | 'user' {
  return kind === 'org' || kind === 'blob' || kind === 'user'
}

function nameBy(kind: 'org' | 'blob' | 'user', sent: unknown, reference: string | undefined): Case[] {
  if (reference === undefined || typeof sent !== 'string' || sent === 'me') return []
  if (isUuid(sent)) return [`${kind} by id`]
  return [isUuid(sent.toLowerCase()) ? `${kind} in upper case` : `${kind} by alias`]
}

function describeUser(world: World, reference: string, unit: string): Case[] {
  const user = world.users.find(reference)
  if (user === undefined) return []
  const kind = user.type === 'human' ? 'of a human' : 'of an account'
  if (unit !== 'DELETE /users/:user_id') return [kind]
  const held = Array.from(world.members.by('user', user.id), ({ target }) => target)
  return [kind, ...held.map((target) => (target === 'org' ? 'member of an org' : 'member of a blob') as Case)]
}

const deleted = { org: 'of an org', blob: 'of a blob', user: 'of a user' } as const

function describeDeleted(world: World, id: string, unit: string): Case[] {
  const [, noun] = /^DELETE \/([\w-]+)\/:id$/.exec(unit) ?? []
  const table = { 'api-keys': world.api_keys, members: world.members, credentials: world.credentials }[noun ?? '']
  const record = table?.get(id)
  return record === undefined ? [] : [deleted[record.target]]
}

function describeContents(world: World, reference: string): Case[] {
  const id = world.orgs.find(reference)?.id
  if (id === undefined) return []
  const blobs = [...world.blobs.by('org', id)]
  const contents: [Case, boolean][] = [
    ['with a blob', blobs.length > 0],
    ['with a revision', blobs.some((blob) => world.revisions.by('blob', blob.id).first() !== undefined)],
    ['with a definition', world.definitions.by('org', id).first() !== undefined],
    ['with a session', world.sessions.by('org', id).first() !== undefined],
    ['with a schedule', world.schedules.by('org', id).first() !== undefined],
    ['with an execution', world.executions.by('org', id).first() !== undefined],
    ['with a key', world.api_keys.by('target', id).first() !== undefined],
    ['with a credential', world.credentials.by('target', id).first() !== undefined],
  ]
  return contents.flatMap(([name, isThere]) => (isThere ? [name] : []))
}
