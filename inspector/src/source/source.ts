import type { ControlAnswer, ControlArguments, ControlKey } from '../../../emulator/host/control-api/control-api.ts'
import type { ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import type { Repeats } from '../record/repeat-run.ts'

/** Data source of the page: a running server, an emulator in the page, or the record of a run. */
export interface Source {
  /** False for a record, which is read-only and gets no new entries. */
  readonly live: boolean
  /** Name of the shown world: `world w1`; undefined for the main world of a server. */
  readonly title: string | undefined
  /** Id of a world that was created beside the main one: `w1`. */
  readonly world: string | undefined
  /** Address of the API: `http://127.0.0.1:4010/v1`. */
  readonly apiUrl: string
  /** Path below which clients ask the API: that of the address, unless a page mocks it elsewhere. */
  readonly basePath: string
  /** Worlds that run in the page; undefined for a server. */
  readonly page: PageWorlds | undefined
  /** Facts of the recorded run that is shown; undefined for a running world. */
  readonly run: RunFacts | undefined
  /** Makes a control call. Rejects with `Refusal` when it is refused and with `Unreachable` when there is no answer. */
  call<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<ControlAnswer<K>>
  /** Makes a control call for the text of its answer. Rejects as `call` does. */
  text<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<string>
  /**
   * Hears entries of the journal after a number, each as JSON. Resolves when the stream ends; rejects as `call` does.
   * `waits` is told while other tabs have the connections of the browser.
   */
  listen(
    after: number,
    heard: (data: string) => void,
    signal: AbortSignal,
    waits: (isWaiting: boolean) => void,
  ): Promise<void>
  /** Sends a request to the API; `path` is below `/v1`. Rejects as `fetch` does. */
  request(path: string, init: RequestInit): Promise<Response>
  /** Opens a socket to the realtime API, with a query such as `?api_key=…`. */
  dial(query: string, socket: SocketEvents): Dialled
}

/** Path of the API, as the journal shows it. */
export const API_PATH = '/v1'

/** Facts of a recorded run: why it was kept, its steps, the entry to look at first, and how to repeat it. */
export type RunFacts = Pick<ShownBundle, 'about' | 'problems' | 'steps' | 'opens'> & Repeats

/** Handlers of a socket's events. */
export interface SocketEvents {
  opened(): void
  heard(text: string): void
  closed(code: number, reason: string): void
}

export interface Dialled {
  send(text: string): void
  close(): void
}

/** Worlds that run in this page, because it has no server to run them. */
export interface PageWorlds {
  /** Run that the page shows; undefined for a page that begins with a world. */
  readonly record: RecordedRun | undefined
  /** Worlds in the order in which they were begun. */
  readonly worlds: readonly Source[]
  /** Opens a world that was created beside the shown one. */
  beside(source: Source, world: string): Source
  /** Takes a world away that was deleted beside the shown one. */
  forget(source: Source, world: string): void
}

export interface RecordedRun extends Source {
  /**
   * Creates a world in the state before or after an entry, or at the end. Rejects with `Refusal` if the file does not
   * hold that state.
   */
  begin(entry?: number, when?: 'before' | 'after'): Promise<Source>
}

/** One problem of a sent value, with the path of its field. */
export interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly nearMiss?: string
}

/** A refusal by the control API. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly problems: readonly FieldProblem[]

  constructor(status: number, code: string, message: string, problems: readonly FieldProblem[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.problems = problems
  }
}

/** No answer at the address of the control API. */
export class Unreachable extends Error {
  constructor() {
    super('The emulator does not answer.')
  }
}
