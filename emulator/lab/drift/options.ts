import type { ClauseId } from '../../contract/clauses.ts'
import {
  aBoolean,
  aFunction,
  aList,
  anObject,
  anything,
  aText,
  checkOptions,
  required,
  type OptionKinds,
} from '../../engine/checking/options.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import type { Exchange as RecordedExchange } from '../../scenario/record/exchange.ts'
import type { FileProbes } from './from-files.ts'
import type { Target as ScenarioTarget } from '../../scenario/targets/target.ts'

/** API keys by the names that probes use. */
export interface DriftKeys {
  readonly main: string
  /** Key of a second human, which some sentences need. */
  readonly other?: string
}

export interface DriftOptions {
  /** API URL of the service, with `/v1`, or a target of `svc-emulator/scenario`. */
  readonly target: string | Pick<ScenarioTarget, 'name' | 'request' | 'connect'>
  /** Default: the API URL with `/realtime`. */
  readonly realtimeUrl?: string
  readonly apiKeys: DriftKeys
  /** Sends only reads. Probes that need an organization of their own are left out. */
  readonly readOnly?: boolean
  /** Sends requests of several megabytes, too. */
  readonly large?: boolean
  /** Clauses or groups of clauses: `pagination`, `users.get`. Default: all. */
  readonly only?: readonly string[]
  /** Earlier facts about the service, which the twin follows. */
  readonly facts?: FactsDocument | undefined
  /** Date of the facts, such as `2026-11-23`. Default: the date of the service's answers. */
  readonly today?: string
  /** Sends the shipped probes. Default: true without `from` and `traffic`. */
  readonly probes?: boolean
  /** Requests of recordings and archives, which are sent after the shipped probes. */
  readonly from?: readonly FileProbes[]
  /** Lets a client talk to the service; each exchange is compared. */
  readonly traffic?: Traffic
  /** Requests a second, such as `5/s`. Default `5/s`. */
  readonly rate?: string
  /** Real time for the run, such as `5m`. Default `5m`. */
  readonly budget?: string | number
  /** Real time for one answer. Default `10s`. */
  readonly timeLimit?: string | number
  /** Name of this run in the aliases of its records: `svc-drift-<run>`. Default: a random name. */
  readonly run?: string
  /** Stops sending requests when aborted. The report then has the results so far. */
  readonly signal?: AbortSignal
  /** Called after each exchange with the number of exchanges and the progress of the probes. */
  readonly onExchange?: (done: number, steps: DriftSteps) => void
  /** Called with each contradicted sentence as soon as it is found, after all requests. */
  readonly onContradicted?: (clause: ClauseId) => void
  /** Waits for a number of milliseconds, or until a signal is aborted. Default: real time. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Current time in milliseconds, for rate and budget. Default: the machine's clock. */
  readonly now?: () => number
}

/** Progress of the probes: steps that are done, of all. */
export interface DriftSteps {
  readonly done: number
  readonly of: number
}

/** Lets a client talk to the service, and reports its exchanges. Resolves when the client is done. */
export type Traffic = (events: {
  /** Called with each exchange, in the order of sending. */
  readonly passed: (exchange: RecordedExchange) => void
  /** Called with a line about traffic that is no exchange with the API. */
  readonly leftOut: (line: string) => void
}) => Promise<void>

const kinds: OptionKinds<DriftOptions> = {
  target: required({
    expected: 'a URL, or a target',
    fits: (value) => typeof value === 'string' || (typeof value === 'object' && value !== null && 'request' in value),
  }),
  realtimeUrl: aText,
  apiKeys: required(anObject),
  readOnly: aBoolean,
  large: aBoolean,
  only: aList,
  facts: { expected: 'the result of `await loadFacts(…)`', fits: isObject },
  today: aText,
  probes: aBoolean,
  from: aList,
  traffic: aFunction,
  rate: aText,
  budget: anything,
  timeLimit: anything,
  run: { expected: 'lower case letters and digits', fits: (value) => /^[a-z0-9]{1,32}$/.test(String(value)) },
  signal: anything,
  onExchange: aFunction,
  onContradicted: aFunction,
  wait: aFunction,
  now: aFunction,
}

/** Throws `EmulatorError` with all problems of the options. */
export function checkDriftOptions(options: DriftOptions): void {
  checkOptions('drift', options, kinds)
  checkOptions('drift', options.apiKeys, { main: required(aText), other: aText }, ['apiKeys'])
}

/** Milliseconds between two requests at a rate. Throws `EmulatorError` if it is none. */
export function readRate(rate: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\/(s|m)$/.exec(rate) ?? []
  if (count !== undefined && Number(count) > 0) return (unit === 'm' ? 60_000 : 1_000) / Number(count)
  throw new EmulatorError(`rate: expected requests a second or a minute, such as 5/s or 30/m, got '${rate}'`)
}
