import { ApiError } from '../../contract/api-error.ts'
import type { Exchange } from '../../engine/kernel/exchange.ts'
import type { World } from '../../engine/world/world.ts'
import type { Mutator } from './mutator.ts'
import type { Fields } from '../../engine/checking/is-object.ts'

/**
 * Deletes records with the same values as the request in some fields, and performs the request. A user is not deleted:
 * its id becomes its alias.
 */
export const replaceRecord: Mutator<'replace-record'> = ({ table, same }, exchange, { before, again }) => {
  const { world } = exchange
  const after = world.snapshot()
  world.restore(before)
  const records = world.table(table)!
  const inTheWay = Array.from(records.rows(), ({ record }) => record as unknown as Fields & { id: string }).filter(
    (record) => same.every((field) => isNamed(world, record[field], readReference(exchange, field))),
  )
  for (const { id } of inTheWay) {
    if (table === 'users') records.update(id, { alias: id } as never)
    else records.delete(id)
  }
  const { identified } = exchange
  // The caller was allowed to, and may have been so by the record that is deleted.
  const allowed = identified instanceof ApiError || identified === undefined ? undefined : identified
  const caller = allowed && {
    ...allowed,
    terms: { ...allowed.terms, granted: 'admin' as const, isReplaced: true as const },
  }
  const replace = (): Exchange =>
    // No more members than before: their limits do not count.
    table === 'members' ? world.under({ limits: unlimited }, () => again({ caller: caller! })) : again({})
  const done = inTheWay.length === 0 ? exchange : replace()
  // Where it is refused for another reason, nothing is replaced.
  if (done === exchange || done.failure !== undefined) world.restore(after)
  return done
}

const unlimited = { members_per_target: 1_000_000, orgs_per_user: 1_000_000 }

/** Text by which a request names the value of a field: `target_id` may be the revision or the blob of the path. */
function readReference({ params, body }: Exchange, field: string): unknown {
  const named = params[field] ?? body[field]
  return field === 'target_id' ? (named ?? params['revision_id'] ?? params['blob_id']) : named
}

/** Checks that a text is this value, or the alias of the record that it identifies. */
function isNamed(world: World, value: unknown, reference: unknown): boolean {
  if (value === reference) return true
  return ['users', 'orgs', 'blobs'].some((name) => {
    const record = world.table(name)!.get(String(value)) as { readonly alias?: unknown } | undefined
    return record !== undefined && record.alias === reference
  })
}
