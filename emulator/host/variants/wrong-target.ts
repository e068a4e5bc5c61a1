import type { Caller } from '../../engine/kernel/caller.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { Redo } from '../../engine/kernel/redo.ts'
import type { Attempt } from '../../engine/kernel/host.ts'
import { readJson, putJson } from './answered.ts'
import type { Mutator } from './mutator.ts'
import type { MutableFields } from '../../engine/checking/is-object.ts'

/** Maximum of other records, callers and targets that are tried. */
const MAX_TRIES = 50

/** Performs the request for another input, another record, another caller, or every target. */
export const wrongTarget: Mutator<'wrong-target'> = ({ input, record, caller, union }, exchange, attempt) => {
  if (union) return everyTarget(exchange, attempt)
  if (input !== undefined) return firstOther([{ input }], exchange, attempt)
  return firstOther(caller ? otherCallers(exchange) : otherRecords(exchange, record!), exchange, attempt)
}

/** The first attempt that succeeds with a different answer; without one, the answer stays unchanged. */
function firstOther(redos: Iterable<Redo>, exchange: Exchange, { before, again }: Attempt): Exchange {
  const { world } = exchange
  const after = world.snapshot()
  let tries = 0
  for (const redo of redos) {
    if (++tries > MAX_TRIES) break
    world.restore(before)
    const done = again(redo)
    // Answers that return nothing, such as those of deletions, are equal for all records.
    const differs = exchange.result === undefined || done.response!.body !== exchange.response!.body
    if (done.failure === undefined && differs) return done
  }
  world.restore(after)
  return exchange
}

function* otherCallers({ world, identified }: Exchange): Iterable<Redo> {
  const caller = identified as Caller
  for (const { record: user } of Array.from(world.users.rows())) {
    if (user.id === caller.user.id || user.status !== 'active') continue
    yield { caller: { ...caller, user, human: user.type === 'human' ? user : caller.human, scope: null } }
  }
}

/** The request for every other record that one of its parameters could name. `*`: any parameter. */
function* otherRecords(exchange: Exchange, wanted: string): Iterable<Redo> {
  const { world } = exchange
  for (const [name, value] of Object.entries({ ...exchange.params, ...exchange.body })) {
    if (wanted !== '*' && name !== wanted) continue
    const table = world.table(findTable(name, exchange))
    if (table === undefined || typeof value !== 'string') continue
    const own = table.find(value)?.id
    for (const { record } of Array.from(table.rows())) if (record.id !== own) yield { input: { [name]: record.id } }
  }
}

/**
 * Table that a parameter refers to: `session_id` names a session, `target_id` a record of the table in `target`, `id`
 * one of the table in the path.
 */
function findTable(param: string, { params, unit }: Exchange): string {
  if (param === 'id') return unit!.path.split('/')[1]!.replaceAll('-', '_')
  return param === 'target_id' ? `${String(params['target'])}s` : `${param.replace(/_id$/, '')}s`
}

/** Lists the records of every target, without a filter. */
function everyTarget(exchange: Exchange, { before, again }: Attempt): Exchange {
  const { world, unit } = exchange
  const items = unit?.page?.items
  const json = readJson(exchange)
  if (items === undefined || json === undefined) return exchange
  const after = world.snapshot()
  const all = [...listed(exchange, items)]
  const known = new Set(all.map(({ id }) => id))
  const redos: Redo[] = [{ input: { visibility: undefined } }, ...otherRecords(exchange, '*')]
  for (const redo of redos.slice(0, MAX_TRIES)) {
    world.restore(before)
    for (const each of listed(again(redo), items)) if (!known.has(each.id)) all.push(each)
  }
  world.restore(after)
  fieldsIn(exchange, json)[items] = all
  putJson(exchange, json)
  return exchange
}

function listed(done: Exchange, items: string): { id?: string }[] {
  const json = done.failure === undefined ? readJson(done) : undefined
  return json === undefined ? [] : (fieldsIn(done, json)[items] as { id?: string }[])
}

/** Fields of the unit: beside `status` over HTTP, in `result` on a socket. */
function fieldsIn({ via }: Exchange, json: MutableFields): MutableFields {
  return via === 'http' ? json : (json['result'] as MutableFields)
}
