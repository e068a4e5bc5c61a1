import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { Unit } from '../../engine/kernel/unit/definition.ts'
import type { ArrangedWorld } from '../../engine/world/arrange.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { sentBody, type ObservedExchange } from './asked.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findParams, findUnit } from './find-unit.ts'

/** A listing of the API: the table of its records, and that of the record that they belong to. */
export interface ObservedListing {
  readonly unit: string
  readonly table: TableName
  readonly of: 'orgs' | 'blobs' | 'sessions' | 'executions' | 'users'
}

/** All listings that name their records. A table comes before those that refer to it. */
export const listings: readonly ObservedListing[] = [
  { unit: 'GET /users/target/:target/:target_id', table: 'users', of: 'orgs' },
  { unit: 'GET /members/target/:target/:target_id', table: 'members', of: 'orgs' },
  { unit: 'GET /orgs/:org_id/blobs', table: 'blobs', of: 'orgs' },
  { unit: 'workflow.list_definitions', table: 'definitions', of: 'orgs' },
  { unit: 'workflow.list_sessions', table: 'sessions', of: 'orgs' },
  { unit: 'scheduler.list_schedules', table: 'schedules', of: 'orgs' },
  { unit: 'workflow.list_executions', table: 'executions', of: 'orgs' },
  { unit: 'scheduler.list_executions', table: 'firings', of: 'orgs' },
  { unit: 'GET /api-keys/target/:target/:target_id', table: 'api_keys', of: 'orgs' },
  { unit: 'GET /credentials/target/:target/:target_id', table: 'credentials', of: 'orgs' },
  { unit: 'GET /api-keys/target/:target/:target_id', table: 'api_keys', of: 'users' },
  { unit: 'GET /blobs/:org_id/:blob_id/revisions', table: 'revisions', of: 'blobs' },
  { unit: 'GET /members/target/:target/:target_id', table: 'members', of: 'blobs' },
  { unit: 'GET /api-keys/target/:target/:target_id', table: 'api_keys', of: 'blobs' },
  { unit: 'GET /credentials/target/:target/:target_id', table: 'credentials', of: 'blobs' },
  { unit: 'workflow.list_session_objects', table: 'objects', of: 'sessions' },
  { unit: 'workflow.list_session_graph_elements', table: 'graph_elements', of: 'sessions' },
  { unit: 'workflow.list_session_events', table: 'session_events', of: 'sessions' },
  { unit: 'workflow.list_execution_events', table: 'execution_events', of: 'executions' },
]

type AnsweredExchange = Pick<ObservedExchange, 'asked' | 'observation'>

/** Items of all pages of a listing, oldest first, with the ids that their request names. */
export function readListing(pages: readonly AnsweredExchange[]): Fields[] {
  const [first] = pages
  return first === undefined ? [] : oldestFirst(pages.flatMap(listItems), findUnit(first.asked))
}

function listItems({ asked, observation }: AnsweredExchange): Fields[] {
  const unit = findUnit(asked)
  const items = seeAnswer(observation, unit)?.fields[unit?.page?.items ?? '']
  const named = ids({ ...findParams(asked), ...sentBody(asked) })
  return Array.isArray(items) ? items.filter(isObject).map((item) => ({ ...named, ...item })) : []
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

/**
 * Inserts a record with the fields of its table, unless it is there. Returns the reason if it has no id, or if the
 * emulator refuses it.
 */
export function adopt(world: ArrangedWorld, table: TableName, item: Fields): string | undefined {
  const known = Object.keys(tables[table].schemaEntries)
  const record = Object.fromEntries(Object.entries(item).filter(([name]) => known.includes(name)))
  const { id } = record
  if (typeof id !== 'string') return 'it has no id'
  try {
    if (world.table(table)?.get(id) === undefined) world.table(table)?.insert(record)
    return undefined
  } catch (error) {
    if (error instanceof EmulatorError) return error.message
    throw error
  }
}
