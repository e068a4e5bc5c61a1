import type { TableName } from '../../../emulator/engine/world/tables/index.ts'
import type { RecordOf } from '../../../emulator/engine/world/world.ts'
import type { Source } from './source.ts'

/** The first records of a table, at most `limit`. The control API shows them as they are stored. */
export async function fetchRecords<N extends TableName>(
  source: Pick<Source, 'call'>,
  table: N,
  limit: number,
): Promise<readonly RecordOf<N>[]> {
  const { records } = await source.call('GET /state/:table', { params: { table }, query: { limit } })
  return records as readonly unknown[] as readonly RecordOf<N>[]
}
