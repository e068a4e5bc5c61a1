import type { ArrangedWorld } from '../../engine/world/arrange.ts'
import type { AskedRequest, ObservedExchange } from './asked.ts'
import { findUnit } from './find-unit.ts'
import { adopt, listings, readListing } from './listings.ts'
import { EXISTING } from './probe-files.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/**
 * Copies records that existed before the run to the twin, with the target's ids: those in the first listing of each
 * kind. Returns the numbers of the exchanges that were copied. They cannot be judged; later requests about these
 * records can.
 */
export function adoptRecords(world: ArrangedWorld, exchanges: readonly ObservedExchange[]): ReadonlySet<number> {
  const sources = new Set<number>()
  for (const { unit, table } of listings) {
    const walk = findFirstWalk(exchanges, unit)
    for (const { number } of walk) sources.add(number)
    for (const item of readListing(walk)) {
      const problem = adopt(world, table, item)
      if (problem === undefined && table === 'members') dropAssumedMembership(world, item)
    }
  }
  return sources
}

/** All pages of the first listing of a kind. */
function findFirstWalk(exchanges: readonly ObservedExchange[], unit: string): ObservedExchange[] {
  const start = exchanges.findIndex(({ asked }) => asked.probe === EXISTING && findUnit(asked)?.id === unit)
  if (start < 0) return []
  const isNext = ({ asked }: ObservedExchange): boolean =>
    asked.probe === EXISTING && findUnit(asked)?.id === unit && goesOn(asked)
  const end = exchanges.findIndex((exchange, n) => n > start && !isNext(exchange))
  return exchanges.slice(start, end < 0 ? exchanges.length : end)
}

/** True for a request for a second or later page. */
function goesOn(asked: AskedRequest): boolean {
  const sent = asked.via === 'socket' ? JSON.stringify(asked.params) : `${asked.path} ${String(asked.body)}`
  return /cursor=|"(?:cursor|start_\w+_id)":/.test(sent)
}

/** Removes the membership that was assumed for a caller, once a listing of members shows the real one. */
function dropAssumedMembership({ members }: ArrangedWorld, { id, user_id: user, target_id: target }: Fields): void {
  const all = members.list().filter((member) => member.user_id === user && member.target_id === target)
  for (const member of all) if (member.id !== id) members.delete(member.id)
}
