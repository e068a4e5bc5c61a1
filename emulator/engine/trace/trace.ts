import { EmulatorError } from '../checking/emulator-error.ts'
import { valueText } from '../checking/problems.ts'
import { arrange, type ArrangedWorld } from '../world/arrange.ts'
import { unrecorded } from '../world/record-change.ts'
import type { World } from '../world/world.ts'
import { summarize, type Changes, type EntryChanges } from './changes.ts'
import type { HistoryStep } from './steps.ts'
import type { Tracer, TraceMoment } from './tracer.ts'
import { listUndos, type Undo } from './undo.ts'

/** A step of `history`. */
export interface TraceStep extends Changes {
  /** Number of the entry; null for changes that no entry made. */
  readonly entry: number | null
}

/** Range of entries that a journal keeps. */
interface KeptRange {
  readonly first: number
  readonly last: number
}

/**
 * `emulator.trace`: the world before and after each entry of the journal.
 *
 * @example
 * const emulator = createEmulator({ trace: true })
 * await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body: JSON.stringify({ alias: 'logs', type: 'text' }) })
 * const { inserted } = emulator.trace.changes(emulator.journal.last)
 * emulator.trace.restore(emulator.journal.last, 'before')
 */
export class Trace {
  readonly #tracer: Tracer
  readonly #journal: KeptRange
  readonly #record: typeof unrecorded
  readonly #letGo: () => void

  /** `record`: notes each restore in the journal. `letGo`: ends what waits in the world before it goes elsewhere. */
  constructor(tracer: Tracer, journal: KeptRange, record = unrecorded, letGo: () => void = () => {}) {
    this.#tracer = tracer
    this.#journal = journal
    this.#record = record
    this.#letGo = letGo
  }

  /**
   * Records that entry `number` inserted, changed (field by field) and deleted. Secrets are redacted.
   *
   * @throws EmulatorError for an entry that there is not, or whose trace is no longer kept.
   */
  changes(number: number): EntryChanges {
    this.#check(number)
    return { entry: number, ...summarize(this.#tracer.changes(number) ?? this.#forgotten(number)) }
  }

  /**
   * A copy of the tables before or after (default) entry `number`. Changes of the copy do not affect the world.
   *
   * @throws EmulatorError for an entry that there is not, or whose trace is no longer kept.
   */
  stateAt(number: number, when: TraceMoment = 'after'): ArrangedWorld {
    return arrange(this.worldAt(number, when))
  }

  /**
   * Puts the world into the state before or after (default) entry `number`: records, ids, chance, clock and triggers.
   * Later entries stay in the journal, marked `other_branch`. Gates are removed, and what they hold goes on. The journal and coverage go on.
   *
   * @throws EmulatorError for an entry that there is not, or whose trace is no longer kept.
   */
  restore(number: number, when: TraceMoment = 'after'): void {
    this.#check(number, when)
    this.#letGo()
    const goTo = () => this.#tracer.goTo(number, when) || this.#forgotten(number)
    this.#record('trace.restore', `${number}, '${when}'`, goTo, true)
  }

  /**
   * Steps that led to the current state, in order: the changes of each entry, and with `entry: null` those between
   * entries, such as records that a test arranged. Entries of other branches are left out.
   */
  history(): TraceStep[] {
    return [...this.inSteps().history]
  }

  /** Steps back along the history to each entry, for bundles. Secrets and pending work are included. */
  undos(): Undo[] {
    return [...this.inSteps().undos]
  }

  /** History and undos of the current state, made lazily while they are read. */
  inSteps(): {
    readonly history: Iterable<TraceStep>
    readonly undos: Iterable<Undo>
  } {
    const steps = this.#tracer.history()
    return { history: summaries(steps), undos: listUndos(steps) }
  }

  /** A world in that state, for `fork`. */
  worldAt(number: number, when: TraceMoment = 'after'): World {
    this.#check(number, when)
    return this.#tracer.worldAt(number, when) ?? this.#forgotten(number)
  }

  #check(number: number, when: TraceMoment = 'after'): void {
    const { first, last } = this.#journal
    if (!Number.isSafeInteger(number))
      throw new EmulatorError(`expected the number of an entry of the journal, got ${valueText(number)}`)
    if (when !== 'before' && when !== 'after')
      throw new EmulatorError(`expected 'before' or 'after', got ${valueText(when)}`)
    if (number >= first && number <= last) return
    const kept =
      last < first ? 'it is empty' : first === last ? `it holds entry ${first}` : `it holds ${first} to ${last}`
    throw new EmulatorError(`the journal has no entry ${number}; ${kept}`)
  }

  #forgotten(number: number): never {
    throw new EmulatorError(`the trace of entry ${number} is no longer kept`)
  }
}

function* summaries(steps: readonly HistoryStep[]): Generator<TraceStep, void> {
  for (const { entry, changes, jump } of steps)
    if (entry !== null || changes.length > 0) yield { entry, ...summarize(jump?.() ?? changes) }
}
