import { findStaleMs, LAG_MS } from '../triggers/stale-reads.ts'
import { isReading } from '../triggers/is-reading.ts'
import { isoTime } from '../world/clock.ts'
import type { Table } from '../world/table.ts'
import { role, type Role } from '../world/tables/fields.ts'
import type { AnyRow } from '../world/table-index.ts'
import { tables } from '../world/tables/index.ts'
import { momentsWithin } from '../world/world-state.ts'
import type { Exchange } from './exchange.ts'
import type { Step } from './steps.ts'

/** Part of the reads that miss what was written in that time. */
const LAGGING = 0.5

/** Combines the steps that run a unit into one that runs them on the past, where the request is a stale read. */
export function maybeStale(...steps: Step[]): Step {
  return (exchange) => {
    const { world } = exchange
    const ms = findStaleMs(world.state.triggers.entries, world.inForce)
    if (world.state.past?.ms !== ms) world.state.past = { ms, moments: world.state.past?.moments ?? [] }
    const present = world.state.tables
    const past = findPast(exchange)
    if (past !== undefined) world.state.tables = past
    try {
      for (const step of steps) step(exchange)
    } finally {
      if (past !== undefined) world.state.tables = present
    }
  }
}

/** The tables on which a stale read is answered; undefined for any other request, and where nothing is missed. */
function findPast(exchange: Exchange): Table[] | undefined {
  const { world, unit } = exchange
  const ms = isReading(unit!) ? readStaleMs(exchange) : 0
  const moment = momentsWithin(world.state, ms).find((each) => knowsCaller(each.tables, exchange))
  if (moment === undefined) return undefined
  exchange.citeAlways('A-99')
  exchange.note(`answered as the world was before ${isoTime(moment.at)}`)
  return withAccessOfNow(moment.tables, world.state.tables)
}

function readStaleMs(exchange: Exchange): number {
  const { staleMs, world, unit, body } = exchange
  // The specification has a walk fail where its record was deleted, as soon as it was.
  if (unit!.page?.kind === 'record' && `start_${unit!.page.noun}_id` in body) return staleMs
  return exchange.follows('reads-lag') && world.ids.chance() < LAGGING ? Math.max(staleMs, LAG_MS) : staleMs
}

const names = Object.keys(tables)
const USERS = names.indexOf('users')
const ORGS = names.indexOf('orgs')
const BLOBS = names.indexOf('blobs')
const MEMBERS = names.indexOf('members')

/** Checks that the user of the request, and the human behind it, were there. */
function knowsCaller(past: readonly Table[], { caller: { user, human } }: Exchange): boolean {
  return [user, human].every((each) => each === null || past[USERS]!.find('id', each.id) !== undefined)
}

/** The tables with the access of now where it is less: visibility, membership, and the role of a member. */
function withAccessOfNow(past: readonly Table[], present: readonly Table[]): Table[] {
  const tables = past.slice()
  const limit = (position: number, change: (row: AnyRow, now: Table) => AnyRow | undefined) => {
    const now = present[position]!
    if (now !== past[position]) tables[position] = past[position]!.map((row) => change(row, now))
  }
  limit(ORGS, hideWhatIsPrivate)
  limit(BLOBS, hideWhatIsPrivate)
  const roles = findHighestRoles(present[MEMBERS]!)
  limit(MEMBERS, (row) => limitRole(row, roles))
  return tables
}

/** A record that became private appears as it is now. */
function hideWhatIsPrivate(row: AnyRow, now: Table): AnyRow {
  const current = now.find('id', row.record.id)
  return current?.record['visibility'] === 'private' && row.record['visibility'] !== 'private' ? current : row
}

/** Limits a membership to the highest role that its user has on the target now; undefined without one. */
function limitRole(row: AnyRow, roles: ReadonlyMap<string, number>): AnyRow | undefined {
  const highest = roles.get(readHolder(row))
  if (highest === undefined) return undefined
  return highest < readRole(row) ? changed(row, 'role', role.options[highest]) : row
}

function findHighestRoles(members: Table): ReadonlyMap<string, number> {
  const roles = new Map<string, number>()
  for (const row of members.rows.values())
    roles.set(readHolder(row), Math.max(readRole(row), roles.get(readHolder(row)) ?? 0))
  return roles
}

const readRole = ({ record }: AnyRow): number => role.options.indexOf(record['role'] as Role)
const readHolder = ({ record }: AnyRow): string => [record['user_id'], record['target_id']].join(' ')

function changed(row: AnyRow, field: string, value: unknown): AnyRow {
  return row.record[field] === value ? row : { ...row, record: { ...row.record, [field]: value } }
}
