import { findStaleMs, LAG_MS } from '../triggers/stale-reads.ts'
import { isReading } from '../triggers/is-reading.ts'
import { isoTime } from '../world/clock.ts'
import type { Table } from '../world/table.ts'
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
  return withoutEndedMembers(moment.tables, world.state.tables)
}

function readStaleMs(exchange: Exchange): number {
  const { staleMs, world } = exchange
  return exchange.follows('reads-lag') && world.ids.chance() < LAGGING ? Math.max(staleMs, LAG_MS) : staleMs
}

const names = Object.keys(tables)
const USERS = names.indexOf('users')
const MEMBERS = names.indexOf('members')

/** Checks that the user of the request, and the human behind it, were there. */
function knowsCaller(past: readonly Table[], { caller: { user, human } }: Exchange): boolean {
  return [user, human].every((each) => each === null || past[USERS]!.find('id', each.id) !== undefined)
}

/** The tables without the memberships that have ended since: they give access no more. */
function withoutEndedMembers(past: readonly Table[], present: readonly Table[]): Table[] {
  const then = past[MEMBERS]!
  const now = present[MEMBERS]!
  const ids = Array.from(then.rows.values(), ({ record }) => record.id)
  const ended = then === now ? [] : ids.filter((id) => now.find('id', id) === undefined)
  return ended.length === 0 ? past.slice() : past.with(MEMBERS, then.without(new Set(ended)))
}
