import { isBodiless } from '../../engine/faults/answer-body.ts'
import { tables } from '../../engine/world/tables/index.ts'
import type { Table } from '../../engine/world/table.ts'
import type { World } from '../../engine/world/world.ts'
import type { Attempt } from '../../engine/kernel/host.ts'
import { applyEdit, readJson, putJson } from './answered.ts'
import type { Mutator } from './mutator.ts'

/** Changes the envelope, the headers or the protocol. */
export const wire: Mutator<'wire'> = (mutation, exchange, attempt) => {
  const { status, edits = [], header, contentType, body, notifications, creations, rounded } = mutation
  if (creations && !createdRecord(exchange.world, attempt)) return exchange
  const json = readJson(exchange)
  if (json !== undefined) {
    for (const edit of edits) applyEdit(json, edit.path, edit)
    putJson(exchange, body === 'empty' ? {} : body === 'envelope' ? rewrapped(json, exchange.via) : json)
  }
  if (body === 'none' || (body === 'no-file' && exchange.unit?.transfer === 'download'))
    exchange.response = { ...exchange.response!, body: '' }
  if (status !== undefined) {
    const isWithoutBody = exchange.via === 'http' && isBodiless(status)
    exchange.response = { ...exchange.response!, status, ...(isWithoutBody && { body: null }) }
  }
  if (header !== undefined)
    exchange.response = { ...exchange.response!, headers: renamed(exchange.response!.headers, header) }
  if (contentType !== undefined)
    exchange.response = { ...exchange.response!, headers: retyped(exchange.response!.headers, contentType) }
  if (rounded && typeof json?.['id'] === 'number')
    exchange.response = { ...exchange.response!, body: JSON.stringify(JSON.parse(exchange.response!.body as string)) }
  if (notifications && exchange.call !== undefined) exchange.call.silent = false
  return exchange
}

/** Nests the fields in another one, or uses the envelope of the REST API on a socket. */
function rewrapped(json: Record<string, unknown>, via: 'http' | 'socket'): Record<string, unknown> {
  const { status, result, error, ...rest } = json
  if (via === 'http') return { status, data: rest }
  return error === undefined
    ? { status: 'success', ...(result as object) }
    : { status: 'failure', error: (error as { data?: { error?: string } }).data?.error }
}

function retyped(headers: readonly string[], type: string): string[] {
  return headers.map((word, n) => (n % 2 === 1 && headers[n - 1]!.toLowerCase() === 'content-type' ? type : word))
}

function renamed(headers: readonly string[], [from, to]: readonly [string, string | null]): string[] {
  const kept: string[] = []
  for (let i = 0; i < headers.length; i += 2) {
    const isIt = headers[i]!.toLowerCase() === from
    if (!isIt) kept.push(headers[i]!, headers[i + 1]!)
    else if (to !== null) kept.push(to, headers[i + 1]!)
  }
  return kept
}

/** Tables with side effects of requests: events, pending work, derived records, and entries that no answer shows. */
const incidental: ReadonlySet<string> = new Set([
  'metadata',
  'pending',
  'operations',
  'session_events',
  'execution_events',
  'firings',
])

/** Checks that a request made a record. What falls due in the time that it takes does not count. */
function createdRecord(world: World, { before, again }: Attempt): boolean {
  const after = world.snapshot()
  world.restore(before)
  world.under({ request_ms: 0, write_ms: 0 }, () => again({}))
  const made = world
    .snapshot()
    .tables.some((table, n) => !incidental.has(names[n]!) && hasNew(table, before.tables[n]!))
  world.restore(after)
  return made
}

const names = Object.keys(tables)

function hasNew(table: Table, before: Table): boolean {
  if (table === before) return false
  return Array.from(table.rows.values()).some(({ record }) => before.find('id', record.id) === undefined)
}
