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
import { parseDuration } from '../../engine/world/clock.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import type { Exchange as RecordedExchange } from '../../scenario/record/exchange.ts'
import type { FileProbes } from './from-files.ts'
import type { Target as ScenarioTarget } from '../../scenario/targets/target.ts'

/** Keys of people, by the names that probes give them. */
export interface DriftKeys {
  readonly main: string
  /** A second human, for the sentences that need one. */
  readonly other?: string
}

export interface DriftOptions {
  /** API URL of the service, with `/v1`; or a target of `svc-emulator/scenario`. */
  readonly target: string | Pick<ScenarioTarget, 'name' | 'request' | 'connect'>
  /** Default: the API URL with `/realtime`. */
  readonly realtimeUrl?: string
  readonly apiKeys: DriftKeys
  /** Sends reads alone: no organization is made, and what needs one is left out. */
  readonly readOnly?: boolean
  /** Asks what takes megabytes, too. */
  readonly large?: boolean
  /** Clauses or groups of clauses: `pagination`, `users.get`. Default: all. */
  readonly only?: readonly string[]
  /** Earlier facts about the service, which the twin follows. */
  readonly facts?: FactsDocument | undefined
  /** Date that facts carry, such as `2026-11-23`. Default: that of the service's answers. */
  readonly today?: string
  /** Asks the shipped probes. Default: true without `from` and `traffic`. */
  readonly probes?: boolean
  /** Requests of recordings and archives, which are asked after the shipped ones. */
  readonly from?: readonly FileProbes[]
  /** Traffic of a client with the service: each exchange is compared. */
  readonly traffic?: Traffic
  /** Requests a second, such as `5/s`. Default `5/s`. */
  readonly rate?: string
  /** Real time for the run, such as `5m`. Default `5m`. */
  readonly budget?: string | number
  /** Real time for one answer. Default `10s`. */
  readonly timeLimit?: string | number
  /** Name of this run, in the aliases of what it makes: `svc-drift-<run>`. Default: drawn. */
  readonly run?: string
  /** Stops asking; the report says what there is. */
  readonly signal?: AbortSignal
  /** Told of each exchange, and how many steps of the probes are done. */
  readonly onExchange?: (done: number, steps: Steps) => void
  /** Told of each contradicted sentence as it is found, once all is asked. */
  readonly onContradicted?: (clause: ClauseId) => void
  /** How the run waits, in milliseconds. Default: real time. */
  readonly wait?: (milliseconds: number) => Promise<void>
  /** Real milliseconds, for rate and budget. Default: those of the machine. */
  readonly now?: () => number
}

/** Steps of the probes. */
export interface Steps {
  readonly done: number
  readonly of: number
}

/** Lets a client ask the service, and tells what passed. Resolves when the client is done. */
export type Traffic = (events: {
  /** Told of each exchange, in the order in which it went to the service. */
  readonly passed: (exchange: RecordedExchange) => void
  /** Told of what is no exchange with the API. */
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
  facts: { expected: 'what `await loadFacts(…)` gives', fits: isObject },
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

/** Throws `EmulatorError` with everything that is wrong with the options. */
export function checkDriftOptions(options: DriftOptions): void {
  checkOptions('drift', options, kinds)
  checkOptions('drift', options.apiKeys, { main: required(aText), other: aText }, ['apiKeys'])
}

/** Milliseconds of a duration. Throws `EmulatorError` for what is none. */
export function readDuration(name: string, duration: string | number): number {
  const milliseconds = parseDuration(duration)
  if (milliseconds !== undefined && milliseconds > 0) return milliseconds
  throw new EmulatorError(`${name}: expected a duration such as 5m or 500ms, got '${duration}'`)
}

/** Milliseconds between two requests. Throws `EmulatorError` for what is no rate. */
export function readRate(rate: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)\/(s|m)$/.exec(rate) ?? []
  if (count !== undefined && Number(count) > 0) return (unit === 'm' ? 60_000 : 1_000) / Number(count)
  throw new EmulatorError(`rate: expected requests a second or a minute, such as 5/s or 30/m, got '${rate}'`)
}
