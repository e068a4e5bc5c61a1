/** Where the page gets what it shows: a server that runs, an emulator in the page, or the record of a run. */
export interface Source {
  /** False for a record: nothing can be changed and nothing new happens. */
  readonly live: boolean
  /** What the page says is shown: `world w1`; undefined for the main world of a server. */
  readonly title: string | undefined
  /** Id of a world that was created beside the main one: `w1`. */
  readonly world: string | undefined
  /** Address of the API: `http://127.0.0.1:4010/v1`. */
  readonly apiUrl: string
  /** The record and the worlds that began in it, in the page of a run; undefined for a server. */
  readonly page: PageWorlds | undefined
  /** A call of the control API. Rejects with `Refusal` when it is refused and with `Unreachable` when nobody answers. */
  call<T = unknown>(method: ControlMethod, path: string, body?: unknown): Promise<T>
  /** A call whose answer is a text. Rejects as `call` does. */
  text(path: string): Promise<string>
  /** Server-sent events of a path. Resolves when they end; rejects as `call` does. */
  listen(path: string, heard: (data: string) => void, signal: AbortSignal): Promise<void>
  /** A request to the API; `path` is below `/v1`. Rejects as `fetch` does. */
  request(path: string, init: RequestInit): Promise<Response>
  /** Opens a socket to the realtime API, with a query such as `?api_key=…`. */
  dial(query: string, socket: SocketEvents): Dialled
}

export type ControlMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What is told of a socket. */
export interface SocketEvents {
  opened(): void
  heard(text: string): void
  closed(code: number, reason: string): void
}

export interface Dialled {
  send(text: string): void
  close(): void
}

/** Worlds that run in this page: a file has no server to run them. */
export interface PageWorlds {
  readonly record: Source
  /** Those that were begun, in order. */
  readonly worlds: readonly Source[]
  /** A new world in the state before or after an entry of the record, or at its end. Rejects with `Refusal` where that is not known. */
  begin(entry?: number, when?: 'before' | 'after'): Promise<Source>
  /** A world that was created beside the one that is shown. */
  beside(source: Source, world: string): Source
}

/** One problem of a value that was sent, with the path of its field. */
export interface FieldProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly nearMiss?: string
}

/** The control API said no. */
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

/** Nobody answers at the address of the control API. */
export class Unreachable extends Error {
  constructor() {
    super('The emulator does not answer.')
  }
}
