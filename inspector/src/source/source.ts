/** Where the page gets what it shows: a server that runs, or a file that stands in the page. */
export interface Source {
  /** False for a file: nothing can be changed and nothing new happens. */
  readonly live: boolean
  /** The world of a server that is shown: `w1`; undefined for its main one. */
  readonly world: string | undefined
  /** Address of the API: `http://127.0.0.1:4010/v1`. */
  readonly apiUrl: string
  /** Address of the realtime API. */
  readonly realtimeUrl: string
  /** A call of the control API. Rejects with `Refusal` when it is refused and with `Unreachable` when nobody answers. */
  call<T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T>
  /** A call whose answer is a text. Rejects as `call` does. */
  text(path: string): Promise<string>
  /** Server-sent events of a path. Resolves when they end; rejects as `call` does. */
  listen(path: string, heard: (data: string) => void, signal: AbortSignal): Promise<void>
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
