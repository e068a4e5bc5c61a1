import { isUuid } from '../../contract/uuid.ts'
import type { ArrangedWorld } from '../../engine/world/arrange.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import type { Fact } from '../../host/facts/facts.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import type { ObservedExchange } from './asked.ts'
import { adoptRecords } from './adopt-records.ts'
import { listCallers, type SeenCaller } from './callers.ts'
import { isGuest } from './recorded.ts'
import { Memory } from './memory.ts'
import { Pairing } from './pairing.ts'
import { Twin } from './twin.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

type UserRecord = ReturnType<ArrangedWorld['users']['insert']>

/** Seed of the twin. Its ids must differ from those of a target that is an emulator with a common seed. */
const TWIN_SEED = 0x5ec0_4d27

/**
 * Creates the twin for a run. It has the callers and their organizations under the target's ids, as the first answers
 * in `exchanges` show them, and records of strangers, as any service does.
 */
export function adoptTwin(exchanges: readonly ObservedExchange[], settings: SettingsInput = {}): Twin {
  const emulator = createEmulator({ fixtures: [], seed: TWIN_SEED, journal: false, settings })
  const { world } = emulator
  const callers = listCallers(exchanges)
  const pairing = new Pairing()
  const unseen = callers.flatMap((caller) => adoptCaller(world, pairing, caller))
  shareAliases(emulator, pairing, callers)
  const orgs = callers.flatMap((caller) => caller.orgs.flatMap(({ id, alias }) => [id, alias]))
  const copied = adoptRecords(world, exchanges)
  const memory = new Memory({
    copied,
    strangers: new Set([...addStrangers(world), ...unseen]),
    adopted: new Set(orgs.filter((name) => typeof name === 'string')),
    guests: new Set(callers.map(({ name }) => name).filter(isGuest)),
  })
  return new Twin(hostOf(emulator).world, pairing, memory)
}

/**
 * Gives organizations the aliases of users that they have at the target: only an assumption forbids this, so
 * that the twin's world takes it past its checks.
 */
function shareAliases(emulator: Emulator, pairing: Pairing, callers: readonly SeenCaller[]): void {
  const { world } = hostOf(emulator)
  for (const { id, alias } of listShared(callers)) world.orgs.update(pairing.findTwin(id) ?? id, { alias })
}

function listShared(callers: readonly SeenCaller[]): { readonly id: string; readonly alias: string }[] {
  const users = new Set(callers.flatMap(({ user }) => user['alias']))
  return callers.flatMap(({ orgs }) =>
    orgs.flatMap(({ id, alias }) =>
      typeof id === 'string' && typeof alias === 'string' && users.has(alias) ? [{ id, alias }] : [],
    ),
  )
}

/** A fact if an organization of a caller has the alias of a user. */
export function seeSharedAliases(exchanges: readonly ObservedExchange[], on: string): Fact[] {
  if (listShared(listCallers(exchanges)).length === 0) return []
  return [
    {
      assumption: 'A-64',
      about: 'aliases of users and organizations',
      observed: 'an organization has the alias of a user',
      assumed: 'one space of aliases',
      on,
      exchange: 'GET /users/me/orgs -> 200',
    },
  ]
}

/**
 * Adds one stranger's record to each table. A mutant that answers with the wrong record then finds one, as in a service
 * with many users.
 */
function addStrangers(world: ArrangedWorld): ReadonlySet<string> {
  const name = (kind: string): string => `svc-drift-stranger-${kind}`
  const user = world.users.insert({ alias: name('user'), name: 'A stranger' })
  const other = world.users.insert({ alias: name('other'), name: 'Another stranger' })
  const org = world.orgs.insert({ alias: name('org'), visibility: 'private' })
  const blob = world.blobs.insert({ alias: name('blob'), org_id: org.id, type: 'text', condition: 'ready' })
  const definition = world.definitions.insert({ alias: name('own'), org_id: org.id, body: WORK } as never)
  const session = world.sessions.insert({ alias: name('own'), org_id: org.id })
  const on = { target: 'org', target_id: org.id } as const
  const records = [
    user,
    other,
    org,
    blob,
    definition,
    session,
    world.revisions.insert({ blob_id: blob.id }),
    world.schedules.insert({
      alias: name('own'),
      org_id: org.id,
      definition_id: definition.id,
      enabled: false,
    } as never),
    world.executions.insert({
      org_id: org.id,
      definition_id: definition.id,
      session_id: session.id,
      status: 'succeeded',
    } as never),
    world.members.insert({ user_id: user.id, ...on, role: 'admin' }),
    world.api_keys.insert({ ...on, user_id: user.id, created_by_user_id: user.id, role: 'read' }),
    world.credentials.insert({ ...on, name: 'strange', value: 'strange', created_by_user_id: user.id } as never),
  ]
  return new Set(records.map(({ id }) => id))
}

const WORK = { nodes: [{ id: 'a', kind: 'task' }], edges: [] }

/**
 * Adds a caller to the twin. Returns its id if the target showed nothing about it: its fields are then not compared.
 */
function adoptCaller(world: ArrangedWorld, pairing: Pairing, seen: SeenCaller): string[] {
  const { name, credentials, user, orgs, mistaken } = seen
  const own = findUser(world, user) ?? adoptUser(world, name, user)
  const shown = mistaken === undefined ? own : (findUser(world, mistaken) ?? adoptUser(world, `${name}-me`, mistaken))
  for (const [one, adopted] of [
    [user, own],
    [mistaken ?? user, shown],
  ] as const)
    pairId(pairing, one, adopted.id)
  const { 'x-api-key': secret = '', authorization: bearer } = credentials
  if (bearer === undefined)
    pairing.pair(
      secret,
      world.api_keys.insert({ role: 'admin', target: 'user', target_id: own.id, created_by_user_id: own.id }).key,
    )
  else pairing.pair(bearer.replace(/^Bearer /, ''), world.tokens.insert({ user_id: own.id }).token)
  for (const org of orgs) for (const id of new Set([own.id, shown.id])) adoptOrg(world, pairing, org, id)
  return user['id'] === undefined ? [own.id] : []
}

/** Finds the user if an earlier key belongs to the same one. */
function findUser(world: ArrangedWorld, { id }: Fields): UserRecord | undefined {
  return typeof id === 'string' ? world.users.get(id) : undefined
}

function adoptUser(world: ArrangedWorld, name: string, user: Fields): UserRecord {
  const own = world.users.insert({
    ...takeId(user),
    name: textOr(user['name'], name),
    alias: textOr(user['alias'], `adopted-${name}`),
    type: user['type'] === 'service' ? 'service' : 'human',
  })
  return own
}

function adoptOrg(world: ArrangedWorld, pairing: Pairing, org: Fields, userId: string): void {
  const alias = textOr(org['alias'], `adopted-${world.orgs.size}`)
  const known = world.orgs.get(alias)
  const isShared = world.users.get(alias) !== undefined
  const own =
    known ??
    world.orgs.insert({
      ...takeId(org),
      alias: isShared ? `adopted-${world.orgs.size}` : alias,
      name: textOr(org['name'], alias),
      visibility: org['visibility'] === 'public' ? 'public' : 'private',
    })
  if (known === undefined) pairId(pairing, org, own.id)
  const isMember = world.members.list().some((member) => member.user_id === userId && member.target_id === own.id)
  if (!isMember) world.members.insert({ user_id: userId, target: 'org', target_id: own.id, role: 'read' })
}

/** The target's id if it is a UUID; the twin accepts no other. */
function takeId({ id }: Fields): { id?: string } {
  return typeof id === 'string' && isUuid(id) ? { id } : {}
}

function pairId(pairing: Pairing, { id }: Fields, own: string): void {
  if (typeof id === 'string') pairing.pair(id, own)
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise
}
