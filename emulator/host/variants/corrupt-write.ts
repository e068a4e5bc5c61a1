import { applyEdit } from './answered.ts'
import type { Mutator } from './mutator.ts'

/** Changes a value in every record that the request wrote to a table; the answer stays correct. */
export const corruptWrite: Mutator<'corrupt-write'> = ({ table, edit }, exchange, { before }) => {
  const { world } = exchange
  const then = world.fork()
  then.restore(before)
  const now = world.table(table)!
  for (const { record } of Array.from(now.rows())) {
    if (then.table(table)!.get(record.id) === record) continue
    const stored: Record<string, unknown> = { ...record }
    applyEdit(stored, edit.path, edit)
    now.update(record.id, { [edit.path]: stored[edit.path] } as never)
  }
  return exchange
}
