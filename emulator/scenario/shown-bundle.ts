import { tables } from '../engine/world/tables/index.ts'
import type { TableDefinition } from '../engine/world/definition.ts'
import type { Bundle } from './bundle.ts'
import type { StepResult } from './result.ts'

/**
 * A bundle as a page shows it, which is passed on: without secrets, and without what plays it again. Keys, tokens and values of credentials
 * are replaced by stand-ins, the same for the same, so that an emulator goes on from its states and a stand-in is a key there.
 */
export interface ShownBundle extends Pick<Bundle, 'state' | 'journal' | 'trace' | 'undo'> {
  readonly svc_emulator_page: 1
  readonly name: string
  readonly about: string
  /** Why the run was kept: the errors of a test, the steps of a scenario that failed. */
  readonly problems: readonly string[]
  /** Steps of the scenario that was replayed, with the entries that each made. */
  readonly steps: readonly ShownStep[]
  /** Number of the entry that the page opens on: the last one of the step that failed, or the last request before a test failed. */
  readonly opens?: number
}

/** A step of a scenario, as the page of its run shows it. */
export type ShownStep = Pick<StepResult, 'number' | 'title' | 'status' | 'reasons' | 'entries'>

/** Data of a page that begins with the starter world in place of a run. */
export interface ShownStarter {
  readonly svc_emulator_starter: 1
}

type Row = Bundle['state']['tables'][string][number]

const definitions = new Map(
  Object.values<Pick<TableDefinition, 'name' | 'noun' | 'secrets'>>(tables).map((definition) => [
    definition.name,
    definition,
  ]),
)

/** Shorter texts that are secret may be words that problems are full of. */
const MIN_SECRET = 6

export function shownBundle({ scenario, result, state, journal, trace, undo }: Bundle): ShownBundle {
  const standIns = new StandIns()
  const shownTables = Object.fromEntries(
    Object.entries(state.tables).map(([table, rows]) => [table, rows.map((row) => standIns.row(table, row))]),
  )
  const shownUndo = undo?.map((step) => ({
    ...step,
    rows: step.rows.map(([table, id, row]) => [table, id, row && standIns.row(table, row)] as const),
  }))
  const opens = findFirstLook(result, journal)
  return {
    svc_emulator_page: 1,
    name: scenario.name,
    about: scenario.about ?? '',
    state: { ...state, tables: shownTables },
    journal,
    ...(trace !== undefined && { trace }),
    ...(shownUndo !== undefined && { undo: shownUndo }),
    // Last: by now every secret is known.
    problems: findProblems(result).map((problem) => standIns.text(problem)),
    steps: result.steps.map((step) => standIns.step(step)),
    ...(opens !== undefined && { opens }),
  }
}

/** Find the problems of the steps that failed, and those beside them. */
function findProblems({ steps, problems }: Bundle['result']): string[] {
  const failed = steps.filter(({ status }) => status === 'failed')
  return [
    ...failed.map(({ number, title, reasons }) => [`Step ${number}, ${title}`, ...reasons].join('\n')),
    ...problems,
  ]
}

/** Number of the entry to look at first: where the run failed. Undefined if it did not, or the step that did made none. */
function findFirstLook({ ok, steps }: Bundle['result'], journal: Bundle['journal']): number | undefined {
  if (ok) return undefined
  const failed = steps.find(({ status }) => status === 'failed')
  // Bundles of earlier releases do not say which entries a step made: the failed one was the last.
  const isKnown = steps.some(({ entries }) => entries !== undefined)
  if (failed !== undefined && isKnown && failed.entries === undefined) return undefined
  const [from, to] = failed?.entries ?? [1, Infinity]
  const entries = journal.filter(({ number, other_branch: other }) => number >= from && number <= to && other !== true)
  return (entries.findLast(({ request }) => request !== null) ?? entries.at(-1))?.number
}

class StandIns {
  readonly #bySecret = new Map<string, string>()

  row(table: string, [seq, record]: Row): Row {
    const { noun = '', secrets = [] } = definitions.get(table) ?? {}
    const hidden = secrets.flatMap((field) => {
      const secret = (record as Readonly<Record<string, unknown>>)[field]
      return typeof secret === 'string' && secret !== '' ? [[field, this.#of(secret, noun)] as const] : []
    })
    return hidden.length === 0 ? [seq, record] : [seq, { ...record, ...Object.fromEntries(hidden) }]
  }

  step({ number, title, status, reasons, entries }: StepResult): ShownStep {
    const told = reasons.map((reason) => this.text(reason))
    return { number, title: this.text(title), status, reasons: told, ...(entries !== undefined && { entries }) }
  }

  text(text: string): string {
    return [...this.#bySecret]
      .filter(([secret]) => secret.length >= MIN_SECRET)
      .reduce((shown, [secret, standIn]) => shown.replaceAll(secret, standIn), text)
  }

  #of(secret: string, noun: string): string {
    let standIn = this.#bySecret.get(secret)
    if (standIn === undefined) this.#bySecret.set(secret, (standIn = `stand-in-${noun}-${this.#bySecret.size + 1}`))
    return standIn
  }
}
