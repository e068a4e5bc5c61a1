import type { Read } from '../../../engine/world/watched-collection.ts'
import type { Change } from '../../../engine/world/world-state.ts'

/** Records that a step of a run read and wrote. */
export interface Touched {
  readonly reads: readonly Read[]
  readonly writes: readonly Change[]
  /** True for a step that any other may depend on: triggers count its calls. */
  readonly isEverything: boolean
}

/** True if the order of two steps matters: one wrote a record that the other read or wrote. */
export function doConflict(a: Touched, b: Touched): boolean {
  return a.isEverything || b.isEverything || changes(a, b) || changes(b, a)
}

function changes({ writes }: Touched, other: Touched): boolean {
  return writes.some(
    (write) =>
      other.reads.some((read) => isRead(write, read)) ||
      other.writes.some((each) => each.table === write.table && findId(each) === findId(write)),
  )
}

/** True if a read shows the record before or after the change. */
function isRead({ table, before, after }: Change, read: Read): boolean {
  if (read.table !== table) return false
  const fields = Object.entries(read.fields)
  return [before, after].some((row) => row !== undefined && fields.every(([name, value]) => row.record[name] === value))
}

const findId = ({ before, after }: Change): unknown => (after ?? before)?.record['id']
