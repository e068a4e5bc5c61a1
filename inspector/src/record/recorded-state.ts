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

/**
 * States of a run, at each entry and at its end. They are read from the bundle directly: a world of a hundred thousand
 * records takes a second to create.
 */
export class RecordedState {
  readonly #bundle: Pick<ShownBundle, 'state' | 'undo'>
  #asked: { readonly key: string; readonly state: State } | undefined

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
    if (this.#asked?.key !== key) {
      const found = stateAt(state, undo, entry, when)
      if (found === undefined)
        throw new Refusal(
          404,
          'not_in_file',
          `This file does not hold the state ${when} entry ${entry}: the run kept no trace, or the entry did not lead to its end.`,
        )
      this.#asked = { key, state: found }
    }
    return this.#asked.state
  }

  /**
   * Answers `GET /state`, `/state/users` and `/state/users/ada` as the control API does. Throws `Refusal` for a missing
   * record.
   */
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
    throw new Refusal(404, 'record_not_found', `The table ${table} had no record '${id}' in this state.`)
  }
}
