import { useEffect, useMemo, useState } from 'preact/hooks'
import { eachSlice, NotWanted, SLICE, sortInSlices, turn, type Slicing } from '../parts/in-slices.ts'
import { compareBy, isFound, sorted, type Keyed, type Order, type WorldRecord } from './records.ts'

export interface Rows {
  readonly rows: readonly WorldRecord[]
  /** False while a long table is searched or sorted: `rows` are those of before. */
  readonly current: boolean
}

/** The records that a search finds, in order. A long table is looked through in slices, so that no key waits for it. */
export function useRows(records: readonly WorldRecord[], search: string, order: Order | undefined): Rows {
  const isShort = records.length <= SLICE || (search === '' && order === undefined)
  const short = useMemo(() => (isShort ? rowsOf(records, search, order) : undefined), [records, search, order])
  const [long, setLong] = useState<{ rows: readonly WorldRecord[]; of: unknown }>({ rows: [], of: undefined })
  const wanted = useMemo(() => ({}), [records, search, order])
  useEffect(() => {
    if (isShort) return undefined
    let over = false
    rowsInSlices(records, search, order, { pause: turn, over: () => over }).then(
      (rows) => setLong({ rows, of: wanted }),
      (error: unknown) => {
        if (!(error instanceof NotWanted)) throw error
      },
    )
    return () => {
      over = true
    }
  }, [wanted])
  if (short !== undefined) return { rows: short, current: true }
  // Before the first outcome, the table as it was read is nearer to it than nothing.
  return long.of === undefined ? { rows: records, current: false } : { rows: long.rows, current: long.of === wanted }
}

function rowsOf(records: readonly WorldRecord[], search: string, order: Order | undefined): readonly WorldRecord[] {
  return sorted(search === '' ? records : records.filter(isFound(search)), order)
}

/** The same in slices. Rejects with `NotWanted` once it is over. */
export async function rowsInSlices(
  records: readonly WorldRecord[],
  search: string,
  order: Order | undefined,
  slicing: Slicing,
): Promise<readonly WorldRecord[]> {
  const found: WorldRecord[] = []
  const isWanted = search === '' ? () => true : isFound(search)
  await eachSlice(records, slicing, (slice) => found.push(...slice.filter(isWanted)))
  if (order === undefined) return found
  const { keyOf, compare } = compareBy(order)
  const keyed: Keyed[] = []
  await eachSlice(found, slicing, (slice) => keyed.push(...slice.map(keyOf)))
  const inOrder = await sortInSlices(keyed, compare, slicing)
  return inOrder.map(({ record }) => record)
}
