import type { ControlAnswer, ControlInput } from '../../../emulator/host/control-api/control-api.ts'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { stateAt } from '../../../emulator/engine/trace/undo.ts'
import { tables } from '../../../emulator/engine/world/tables/index.ts'
import { Refusal } from '../source/source.ts'

type State = ShownBundle['state']
export type When = 'before' | 'after'
/** Moment in a query of the control API; the end of the run where it has none. */
type AskedMoment = NonNullable<NonNullable<ControlInput<'GET /state'>>['query']>
type StoredRecord = ControlAnswer<'GET /state/:table/:id'>['record']

const internal = new Set(
  Object.values(tables)
    .filter((table) => table.internal)
    .map(({ name }) => name),
)

/**
 * States of a run, at each entry and at its end. They are read from the bundle directly: a world of a hundred thousand
 * records takes a second to create.
 */
export class RecordedState {
  readonly #bundle: Pick<ShownBundle, 'state' | 'undo'>
  #latest: { readonly key: string; readonly state: State } | undefined

  constructor(bundle: Pick<ShownBundle, 'state' | 'undo'>) {
    this.#bundle = bundle
  }

  /**
   * The state before or after an entry; the final state without an entry. Throws `Refusal` if the file does not hold
   * it.
   */
  at(entry: number | undefined, when: When): State {
    const { state, undo = [] } = this.#bundle
    if (entry === undefined) return state
    const key = `${when} ${entry}`
    if (this.#latest?.key !== key) {
      const found = stateAt(state, undo, entry, when)
      if (found === undefined)
        throw new Refusal(
          404,
          'not_in_file',
          `This file does not hold the state ${when} entry ${entry}: the run kept no trace, or the entry did not lead to its end.`,
        )
      this.#latest = { key, state: found }
    }
    return this.#latest.state
  }

  /** Numbers of records by table. */
  counts(moment: AskedMoment = {}): Record<string, number> {
    const { tables: rowsByName } = this.#asked(moment)
    const shown = Object.entries(rowsByName).filter(([name]) => !internal.has(name))
    return Object.fromEntries(shown.map(([name, rows]) => [name, rows.length]))
  }

  records(table: string, moment: AskedMoment = {}): StoredRecord[] {
    return (this.#asked(moment).tables[table] ?? []).map(([, record]) => record as StoredRecord)
  }

  /** A record by id or alias. Throws `Refusal` if the table had none. */
  record(table: string, id: string, moment: AskedMoment = {}): StoredRecord {
    const record = this.records(table, moment).find((each) => each.id === id || each['alias'] === id)
    if (record !== undefined) return record
    throw new Refusal(404, 'record_not_found', `The table ${table} had no record '${id}' in this state.`)
  }

  #asked({ at, when = 'after' }: AskedMoment): State {
    return this.at(at === undefined ? undefined : Number(at), when)
  }
}
