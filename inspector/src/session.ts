import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { standingText, type StatementText } from './contract.ts'
import { Names } from './names.ts'
import { go } from './route.ts'
import { KeptSteps } from './scenario/kept-steps.ts'
import { Refusal, Unreachable, type Source } from './source/source.ts'
import { Store } from './store.ts'
import { Toasts, type ToastAction } from './toasts.ts'
import type { ControlAnswer } from '../../emulator/host/control-api/control-api.ts'
import type { TimelineEntry } from '../../emulator/engine/journal/journal-entry.ts'
import { JournalStore } from './timeline/journal-store.ts'

export interface Question {
  readonly title: string
  readonly text: string
  /** Label of the button that confirms. */
  readonly yes: string
  readonly answer: (yes: boolean) => void
}

/** Start of a world that runs in the page, and the place that is shown then. */
interface Beginning {
  /** Number of an entry of the record; the record's end if undefined. */
  readonly entry?: number
  readonly when?: 'before' | 'after'
  readonly place: string
  readonly first?: (source: Source) => Promise<unknown>
}

/** Prefix of an entry's number in addresses that name an entry of the record. */
export const RECORD_PREFIX = 'record-'

/** Milliseconds between two polls of the clock and the scenario in the header, and of a server that is gone. */
const LOOK_MS = 3_000

/** State that all views share: the source, the journal, messages and questions, and if the server answers. */
export class Session extends Store {
  readonly source: Source
  readonly journal: JournalStore
  readonly names: Names
  readonly toasts = new Toasts()
  /** Steps that the user kept for a scenario. */
  readonly kept: KeptSteps
  readonly open: (source: Source) => void
  health: ControlAnswer<'GET /health'> | undefined
  reachable = true
  question: Question | undefined
  /** Counts changes of the world that this page made. */
  version = 0
  #untraced = false
  #abilities: Promise<ReadonlySet<string>> | undefined
  #statements: Promise<ReadonlyMap<string, StatementText>> | undefined

  /** `open` shows another source in place of this one. */
  constructor(source: Source, open: (source: Source) => void) {
    super()
    this.source = source
    this.open = open
    this.journal = new JournalStore(source, (error) => this.failed(error))
    this.names = new Names(source)
    this.kept = new KeptSteps(sessionStorageIfAllowed())
  }

  /** Follows the world until the returned function is called. */
  start(): () => void {
    void this.journal.load()
    void this.look()
    const timer = setInterval(() => {
      if (!document.hidden && this.source.live) void this.look()
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      this.journal.stop()
      this.names.stop()
    }
  }

  /** Refreshes the header, and finds out if a server that was gone is back. */
  async look(): Promise<void> {
    try {
      this.health = await this.source.call('GET /health')
      if (!this.reachable) {
        this.reachable = true
        this.version++
        void this.journal.load()
      }
    } catch (error) {
      this.failed(error)
    }
    this.changed()
  }

  /** Runs the work of a button, then refreshes the views. Reports errors, or `said`. Resolves to true on success. */
  async act(work: () => Promise<unknown>, said?: string): Promise<boolean> {
    try {
      await work()
      if (said !== undefined) this.say(said)
      return true
    } catch (error) {
      this.failed(error)
      return false
    } finally {
      this.version++
      await this.look()
    }
  }

  /**
   * Runs the work of a button that takes the world to another state, where an id may be of another record. Otherwise
   * as `act`.
   */
  jump(work: () => Promise<unknown>, said: string): Promise<boolean> {
    return this.act(async () => {
      await work()
      this.names.forget()
    }, said)
  }

  /**
   * Begins a world of the page at an entry of its record, or at the end, and goes to `place` in it. `first` runs in it
   * before.
   */
  async begin({ entry, when, place, first }: Beginning): Promise<void> {
    try {
      const source = await this.source.page!.record!.begin(entry, when)
      await first?.(source)
      go(place)
      this.open(source)
    } catch (error) {
      this.failed(error)
    }
  }

  /** Reports an error. A server that is gone is reported once, however many calls fail. */
  failed(error: unknown): void {
    if (error instanceof Unreachable) {
      this.reachable = false
      this.changed()
    } else this.toasts.complain((error as Error).message)
  }

  say(text: string, action?: ToastAction): void {
    this.toasts.say(text, action)
  }

  /** Asks for confirmation of an action that cannot be undone. */
  ask(title: string, text: string, yes: string): Promise<boolean> {
    return new Promise((resolve) => {
      const answer = (given: boolean) => {
        this.question = undefined
        this.changed()
        resolve(given)
      }
      this.question = { title, text, yes, answer }
      this.changed()
    })
  }

  /** Fetches the entry of an address: `5`, or `record-5` in the record that a world of the page began in. */
  async entryNamed(name: string): Promise<TimelineEntry> {
    const ofRecord = name.startsWith(RECORD_PREFIX)
    const source = ofRecord ? this.source.page!.record! : this.source
    const number = ofRecord ? name.slice(RECORD_PREFIX.length) : name
    const { entry } = await source.call('GET /journal/:number', { params: { number } })
    return entry
  }

  /** Statements of the contract by their ids. */
  statements(): Promise<ReadonlyMap<string, StatementText>> {
    return (this.#statements ??= this.#readStatements())
  }

  /** Runs a call that needs the trace. Resolves to undefined if this world is known to keep none. */
  async traced<T>(ask: () => Promise<T>): Promise<T | undefined> {
    if (this.#untraced) return undefined
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Refusal) || !['trace_off', 'not_in_file'].includes(error.code)) throw error
      this.#untraced = error.code === 'trace_off'
      return undefined
    }
  }

  /** Control calls that this emulator supports: `POST /journal/{number}/resend`. */
  abilities(): Promise<ReadonlySet<string>> {
    return (this.#abilities ??= this.#readAbilities())
  }

  async #readAbilities(): Promise<ReadonlySet<string>> {
    if (!this.source.live) return new Set()
    const { paths } = (await this.source.call('GET /control.openapi.json')) as { paths: Record<string, object> }
    return new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    )
  }

  async #readStatements(): Promise<ReadonlyMap<string, StatementText>> {
    const { clauses, assumptions } = await this.source.call('GET /clauses')
    return new Map<string, StatementText>([
      ...clauses.map(({ id, statement }) => [id, { sentence: statement }] as const),
      ...assumptions.map(
        ({ id, title, says, observed }) =>
          [id, { sentence: `${title}. ${says}`, standing: standingText(observed) }] as const,
      ),
    ])
  }
}

/** The storage of this tab; undefined for a page opened from a file where the browser denies it. */
function sessionStorageIfAllowed(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  return useContext(SessionContext)!
}
