import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { ArrangedWorld } from '../../engine/world/arrange.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { Asked, Exchange } from './asked.ts'
import type { Fields } from './callers.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findParams, findUnit } from './find-unit.ts'
import { EXISTING } from './probe-files.ts'

/** Each listing with the table of its records. A table comes before those that refer to it. */
const listings: readonly (readonly [unit: string, table: TableName])[] = [
  ['GET /users/target/:target/:target_id', 'users'],
  ['GET /members/target/:target/:target_id', 'members'],
  ['GET /orgs/:org_id/blobs', 'blobs'],
  ['GET /blobs/:org_id/:blob_id/revisions', 'revisions'],
  ['workflow.list_definitions', 'definitions'],
  ['workflow.list_sessions', 'sessions'],
  ['workflow.list_session_objects', 'objects'],
  ['workflow.list_session_events', 'session_events'],
  ['scheduler.list_schedules', 'schedules'],
  ['workflow.list_executions', 'executions'],
]

/**
 * Copies records that existed before the run to the twin, with the target's ids: those in the first listing of each
 * kind. Returns the numbers of the exchanges that were copied. They cannot be judged; later requests about these
 * records can.
 */
export function adoptRecords(world: ArrangedWorld, exchanges: readonly Exchange[]): ReadonlySet<number> {
  const sources = new Set<number>()
  for (const [unit, table] of listings) {
    const walk = findFirstWalk(exchanges, unit)
    for (const { number } of walk) sources.add(number)
    for (const item of oldestFirst(walk.flatMap(listItems), walk[0] && findUnit(walk[0].asked)))
      adopt(world, table, item)
  }
  return sources
}

/** All pages of the first listing of a kind. */
function findFirstWalk(exchanges: readonly Exchange[], unit: string): Exchange[] {
  const start = exchanges.findIndex(({ asked }) => asked.probe === EXISTING && findUnit(asked)?.id === unit)
  if (start < 0) return []
  const isNext = ({ asked }: Exchange): boolean =>
    asked.probe === EXISTING && findUnit(asked)?.id === unit && goesOn(asked)
  const end = exchanges.findIndex((exchange, n) => n > start && !isNext(exchange))
  return exchanges.slice(start, end < 0 ? exchanges.length : end)
}

/** True for a request for a second or later page. */
function goesOn(asked: Asked): boolean {
  const sent = asked.via === 'socket' ? JSON.stringify(asked.params) : `${asked.path} ${String(asked.body)}`
  return /cursor=|"(?:cursor|start_\w+_id)":/.test(sent)
}

function listItems({ asked, observation }: Exchange): Fields[] {
  const unit = findUnit(asked)
  const items = seeAnswer(observation, unit)?.fields[unit?.page?.items ?? '']
  const parents = findParams(asked)
  const sent = asked.via === 'socket' ? asked.params : shallowJson(String(asked.body))
  const named = isObject(sent) ? sent : {}
  return Array.isArray(items) ? items.filter(isObject).map((item) => ({ ...ids(parents), ...ids(named), ...item })) : []
}

/** Ids in a request. Items of some listings do not name their owner, so it is taken from the request. */
function ids(named: Fields): Fields {
  return Object.fromEntries(Object.entries(named).filter(([name]) => /^(?:target|\w+_id)$/.test(name)))
}

/**
 * Oldest first. Record-cursor pages are newest first, so reverse them; for others, compare the first item with the
 * last.
 */
function oldestFirst(items: readonly Fields[], unit: Unit | undefined): Fields[] {
  const [first, last] = [items[0], items.at(-1)].map((item) => item?.['number'] ?? item?.['created_at'] ?? item?.['at'])
  const isReversed = first !== undefined && last !== undefined && first! > last!
  return unit?.page?.kind === 'record' || isReversed ? items.toReversed() : [...items]
}

/** Inserts a record with the fields of its table. A record that the emulator refuses is skipped. */
function adopt(world: ArrangedWorld, table: TableName, item: Fields): void {
  const known = Object.keys(tables[table].schemaEntries)
  const record = Object.fromEntries(Object.entries(item).filter(([name]) => known.includes(name)))
  const { id } = record
  try {
    if (typeof id !== 'string' || world.table(table)?.get(id) !== undefined) return
    world.table(table)?.insert(record)
    if (table === 'members') dropAssumedMembership(world, record)
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
  }
}

/** Removes the membership that was assumed for a caller, once a listing of members shows the real one. */
function dropAssumedMembership({ members }: ArrangedWorld, { id, user_id: user, target_id: target }: Fields): void {
  const all = members.list().filter((member) => member.user_id === user && member.target_id === target)
  for (const member of all) if (member.id !== id) members.delete(member.id)
}
