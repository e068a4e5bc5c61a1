import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { go } from './route.ts'
import { KeptSteps } from './scenario/kept-steps.ts'
import { Refusal, Unreachable, type Source } from './source/source.ts'
import { Store } from './store.ts'
import type { JournalEntry, TimeEntry } from '../../emulator/engine/journal/journal-entry.ts'
import { JournalStore } from './timeline/journal-store.ts'

export interface Health {
  readonly version: string
  readonly scenario: string
  readonly seed: number
  /** World time, ISO 8601. */
  readonly now: string
}

export interface Message {
  readonly key: number
  readonly text: string
  readonly bad: boolean
}

export interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that does it. */
  readonly yes: string
  readonly answer: (yes: boolean) => void
}

/** Where a world of the page begins, and what is shown of it. */
interface Beginning {
  /** An entry of the record; its end where there is none. */
  readonly entry?: number
  readonly when?: 'before' | 'after'
  readonly place: string
  readonly first?: (source: Source) => Promise<unknown>
}

/** Before the number of an entry that is one of the record. */
export const OF_RECORD = 'record-'

/** Milliseconds between two looks at the head of the page, and at a server that is gone. */
const LOOK_MS = 3_000
const MESSAGE_MS = { good: 3_000, bad: 10_000 }

/** What all views share: the source, the journal, what the page says and asks, and whether the server answers. */
export class Session extends Store {
  readonly source: Source
  readonly journal: JournalStore
  /** Steps that were kept for a scenario. */
  readonly kept: KeptSteps
  readonly open: (source: Source) => void
  health: Health | undefined
  reachable = true
  messages: readonly Message[] = []
  question: Question | undefined
  /** Goes up when this page has changed the world. */
  version = 0
  #messages = 0
  #untraced = false
  #abilities: Promise<ReadonlySet<string>> | undefined
  #statements: Promise<ReadonlyMap<string, string>> | undefined

  /** `open` shows another source in place of this one. */
  constructor(source: Source, open: (source: Source) => void) {
    super()
    this.source = source
    this.open = open
    this.journal = new JournalStore(source, (error) => this.failed(error))
    this.kept = new KeptSteps(storageOfTab())
  }

  /** Begins to follow the world. Returns the function that ends it. */
  start(): () => void {
    void this.journal.load()
    void this.look()
    const timer = setInterval(() => {
      if (!document.hidden && this.source.live) void this.look()
    }, LOOK_MS)
    return () => clearInterval(timer)
  }

  /** Brings the head of the page up to date, and finds out whether a server that was gone is back. */
  async look(): Promise<void> {
    try {
      this.health = await this.source.call<Health>('GET', '/health')
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

  /** Does what a button is for: says what went wrong, and shows the world as it is then. True when it went well. */
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

  /** Begins a world of the page at an entry of its record, or at the end, and shows it at a place. `first`: what is done in it before. */
  async begin({ entry, when, place, first }: Beginning): Promise<void> {
    try {
      const source = await this.source.page!.begin(entry, when)
      await first?.(source)
      go(place)
      this.open(source)
    } catch (error) {
      this.failed(error)
    }
  }

  /** Tells of an error: once for a server that is gone, however many calls fail. */
  failed(error: unknown): void {
    if (error instanceof Unreachable) {
      this.reachable = false
      this.changed()
    } else this.say((error as Error).message, true)
  }

  say(text: string, bad = false): void {
    const message = { key: ++this.#messages, text, bad }
    // The same twice is said once.
    this.messages = [...this.messages.filter((each) => each.text !== text), message]
    setTimeout(() => this.dismiss(message), bad ? MESSAGE_MS.bad : MESSAGE_MS.good)
    this.changed()
  }

  dismiss(message: Message): void {
    this.messages = this.messages.filter((each) => each !== message)
    this.changed()
  }

  /** Asks before something that cannot be undone. */
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

  /** The entry that an address names: `5`, or `record-5` of the record that a world of the page began in. */
  entryNamed(name: string): Promise<JournalEntry | TimeEntry> {
    const ofRecord = name.startsWith(OF_RECORD)
    const source = ofRecord ? this.source.page!.record : this.source
    return source
      .call<{ entry: JournalEntry | TimeEntry }>('GET', `/journal/${ofRecord ? name.slice(OF_RECORD.length) : name}`)
      .then(({ entry }) => entry)
  }

  /** The sentences of the contract by their ids. */
  statements(): Promise<ReadonlyMap<string, string>> {
    return (this.#statements ??= this.#readStatements())
  }

  /** Asks the trace, unless this world is known to keep none: then gives undefined. */
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

  /** The calls that this emulator has: `POST /journal/{number}/resend`. */
  abilities(): Promise<ReadonlySet<string>> {
    return (this.#abilities ??= this.#readAbilities())
  }

  async #readAbilities(): Promise<ReadonlySet<string>> {
    if (!this.source.live) return new Set()
    const { paths } = await this.source.call<{ paths: Record<string, object> }>('GET', '/control.openapi.json')
    return new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    )
  }

  async #readStatements(): Promise<ReadonlyMap<string, string>> {
    const { clauses, assumptions } = await this.source.call<Contract>('GET', '/clauses')
    return new Map([
      ...clauses.map(({ id, statement }) => [id, statement] as const),
      ...assumptions.map(({ id, title, statement }) => [id, `${title}. ${statement}`] as const),
    ])
  }
}

export interface Contract {
  readonly clauses: readonly {
    readonly id: string
    readonly section: string
    readonly wire: string
    readonly statement: string
  }[]
  readonly assumptions: readonly { readonly id: string; readonly title: string; readonly statement: string }[]
}

/** A page that was opened from a file may have none. */
function storageOfTab(): Storage | undefined {
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
