/** State that the steps of one replay share: the caller, saved variables and open sockets. */
import { realTimers } from '../../host/real-timers.ts'
import type { Difference } from '../../engine/matching/expect.ts'
import type { Caller } from '../schema-steps.ts'
import { RpcLink } from '../targets/rpc-link.ts'
import type { KeyHeaders, Target } from '../targets/target.ts'
import { parsePath, readPath, substitute } from '../../engine/matching/variables.ts'

/** Lines of a transcript. */
export type Lines = () => readonly string[]

/** Transcript of a step that did nothing. */
export const nothing: Lines = () => []

/** How one step went, before it is judged. */
export interface Performed {
  differences: readonly Difference[]
  /** The request and the answer, as lines of a transcript. */
  transcript: Lines
  /** The value that `save` reads from. */
  outcome?: unknown
  /** Set when the step could not be done here. */
  skipped?: string
}

export class Session {
  readonly target: Target
  readonly variables: Record<string, unknown> = Object.create(null)
  /** Arrivals of answers by the name of the step that asked. */
  readonly arrivals = new Map<string, number>()
  /** Step that is played, for the journal: `step 3 of orders.yaml`. */
  step = ''
  #caller: Caller
  readonly #links = new Map<string, { link: RpcLink; opened: Promise<RpcLink> }>()
  readonly #unknown: ReadonlySet<string>

  /** `unknown`: named keys for which there is no secret; a step that needs one fails. */
  constructor(target: Target, caller: Caller = 'none', unknown: readonly string[] = []) {
    this.target = target
    this.#caller = caller
    this.#unknown = new Set(unknown)
  }

  /** The caller of a step; a step without one has the caller of the step before. */
  caller(named: Caller | undefined): Caller {
    if (named !== undefined) this.#caller = named
    const caller = substitute(this.#caller, this.variables) as Caller
    const name = typeof caller === 'string' ? caller : 'bearer' in caller ? caller.bearer : caller.api_key
    if (this.#unknown.has(name))
      throw new Error(`there is no secret for the key '${name}'; give it with --api-key-env ${name}=VARIABLE`)
    return caller
  }

  credentials(named: Caller | undefined): KeyHeaders {
    const caller = this.caller(named)
    if (caller === 'none') return {}
    if (typeof caller === 'string') return { 'x-api-key': caller }
    return 'bearer' in caller ? { authorization: `Bearer ${caller.bearer}` } : { 'x-api-key': caller.api_key }
  }

  /**
   * The socket of a caller. Opens it on first use and after its end, and waits for at most `timeout` real milliseconds.
   */
  link(credentials: KeyHeaders, timeout: number, name = ''): Promise<RpcLink> {
    const key = JSON.stringify([credentials, name])
    const known = this.#links.get(key)
    if (known?.link.usable) return known.opened
    const link = new RpcLink(this.target.timers)
    const opened = this.#open(link, credentials, timeout)
    this.#links.set(key, { link, opened })
    return opened
  }

  #open(link: RpcLink, credentials: KeyHeaders, timeout: number): Promise<RpcLink> {
    const late = new AbortController()
    return new Promise((resolve, reject) => {
      // An opening takes real time on every target.
      const callOff = realTimers.after(timeout, () => {
        link.failed(`the socket was not open within ${timeout} ms`)
        late.abort()
        resolve(link)
      })
      this.target.connect(credentials, link, late.signal).then((wire) => {
        callOff()
        if (late.signal.aborted) return wire.close()
        link.opened(wire)
        resolve(link)
      }, reject)
    })
  }

  fill<T>(value: T): T {
    return substitute(value, this.variables) as T
  }

  /** Saves values of an outcome. Returns messages about missing values. */
  save(paths: Readonly<Record<string, string>> | undefined, outcome: unknown): string[] {
    return Object.entries(paths ?? {}).flatMap(([name, text]) => {
      const found = readPath(outcome, parsePath(text) ?? [])
      if ('missing' in found) return [`\${${name}} cannot be saved from ${text}: ${found.missing}`]
      this.variables[name] = found.value
      return []
    })
  }

  /** Unexpected frames on all sockets. */
  surplus(): string[] {
    return [...this.#links.values()].flatMap(({ link }) => link.surplus)
  }

  close(): void {
    for (const { link } of this.#links.values()) link.close()
  }
}
