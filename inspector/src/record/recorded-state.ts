import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { stateAt } from '../../../emulator/engine/trace/undo.ts'
import { tables } from '../../../emulator/engine/world/tables/index.ts'
import { Refusal } from '../source/source.ts'

type State = ShownBundle['state']
export type When = 'before' | 'after'

const internal = new Set(
  Object.values(tables)
    .filter((table) => table.internal)
    .map(({ name }) => name),
)

/** The states of a run: at each entry, and at its end. They are read as they stand: to create a world of a hundred thousand records takes a second. */
export class RecordedState {
  readonly #bundle: Pick<ShownBundle, 'state' | 'undo'>
  #asked: { readonly moment: string; readonly state: State } | undefined

  constructor(bundle: Pick<ShownBundle, 'state' | 'undo'>) {
    this.#bundle = bundle
  }

  /** The whole state; that of the end without an entry. Throws `Refusal` where it is not known. */
  at(entry: number | undefined, when: When): State {
    const { state, undo = [] } = this.#bundle
    if (entry === undefined) return state
    const moment = `${when} ${entry}`
    if (this.#asked?.moment !== moment) {
      const found = stateAt(state, undo, entry, when)
      if (found === undefined)
        throw new Refusal(
          404,
          'not_in_file',
          `This file does not hold the state ${when} entry ${entry}: the run kept no trace, or the entry did not lead to its end.`,
        )
      this.#asked = { moment, state: found }
    }
    return this.#asked.state
  }

  /** What the control API answers to `GET /state`, `/state/users` and `/state/users/ada`. Throws `Refusal` for what there is not. */
  read(path: string, entry: number | undefined, when: When): unknown {
    const [, , table, id] = path.split('/').map(decodeURIComponent)
    const state = this.at(entry, when)
    if (table === undefined)
      return {
        tables: Object.fromEntries(
          Object.entries(state.tables)
            .filter(([name]) => !internal.has(name))
            .map(([name, rows]) => [name, rows.length]),
        ),
      }
    const records = (state.tables[table] ?? []).map(([, record]) => record as { id: string; alias?: unknown })
    if (id === undefined) return { records, next: null }
    const record = records.find((each) => each.id === id || each.alias === id)
    if (record !== undefined) return { record }
    throw new Refusal(404, 'record_not_found', `The table ${table} had no record '${id}' then.`)
  }
}
