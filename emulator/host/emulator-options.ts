import * as v from 'valibot'
import type { StartOptions } from './create-world.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import {
  aBoolean,
  aFunction,
  anInteger,
  anObject,
  aPositiveInteger,
  type OptionKind,
  type OptionKinds,
} from '../engine/checking/options.ts'
import { valueText } from '../engine/checking/problems.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { isEmulator } from './instance-of.ts'
import type { JournalOptions } from '../engine/journal/journal-options.ts'
import { delayProblems } from '../engine/faults/delay.ts'
import { chaosSchema, parseChaos } from '../engine/triggers/chaos.ts'
import { parseClockRate } from '../engine/world/clock.ts'
import { parseRate } from '../engine/triggers/rate.ts'
import type { Bounds } from '../engine/world/bounds.ts'

export interface EmulatorOptions extends StartOptions {
  /** Adds to every answer the clauses, assumptions and triggers that decided it. */
  readonly explain?: boolean
  /** Adds CORS headers to every answer. */
  readonly cors?: boolean
  /**
   * Answers requests over HTTP that are not ones of the API: paths that it has no endpoint for, and with handlers other
   * addresses on its host. Undefined leaves them refused. The journal shows such an answer as `beside`.
   */
  readonly beside?: (request: Request) => Response | undefined | Promise<Response | undefined>
  /** Limits of the journal, or false for none. Default: the last 1,000 exchanges. */
  readonly journal?: boolean | JournalOptions
  /** Keeps the world before and after each entry of the journal, for `emulator.trace`. Default false. */
  readonly trace?: boolean
  /**
   * Receives warnings of the emulator: requests that bypass it, its own defects, and with `unspecified: warn` each new
   * assumption. Default `console.warn`.
   */
  readonly warn?: (text: string) => void
}

/** Kind of each option. The content of objects is validated by their readers. */
export const emulatorOptions: OptionKinds<EmulatorOptions> = {
  scenario: {
    expected: "what `await loadScenario(…)` of 'svc-emulator/scenario' gives",
    fits: (value) => isObject(value) && isObject(value['scenario']),
  },
  fixtures: {
    expected: 'a list of names of fixtures, or of documents',
    fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string' || isObject(each)),
  },
  seed: anInteger,
  settings: anObject,
  facts: { expected: "the result of `await loadFacts(…)` of 'svc-emulator/scenario'", fits: isObject },
  broken: {
    expected: 'a list of clauses',
    fits: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  },
  state: { expected: 'what `export()` gave', fits: isObject },
  start: {
    expected: 'an ISO 8601 time, or milliseconds since 1970',
    fits: (value) => typeof value === 'string' || Number.isFinite(value),
  },
  clock: {
    expected: "'virtual', 'real', or a rate such as '60x'",
    fits: (value) =>
      value === 'virtual' || value === 'real' || (typeof value === 'string' && parseClockRate(value) !== undefined),
  },
  delay: {
    expected: "a duration such as '200ms', or two: '50ms..2s', '80ms~2s'",
    fits: (value) => (typeof value === 'string' || typeof value === 'number') && delayProblems(value).length === 0,
  },
  rateLimit: {
    expected: "a rate such as '5/s', '100/m' or '10/30s'",
    fits: (value) => typeof value === 'string' && parseRate(value) !== undefined,
  },
  chaos: {
    expected: "a share such as '5%' or 'writes:2%', or { rate: '2%', on: 'writes' }",
    fits: (value) => (typeof value === 'string' ? parseChaos(value) !== undefined : v.is(chaosSchema, value)),
  },
  bounds: anObject,
  real: {
    expected: 'an object with a function `now`',
    fits: (value) => isObject(value) && typeof value['now'] === 'function',
  },
  progress: aFunction,
  explain: aBoolean,
  cors: aBoolean,
  journal: { expected: 'true, false or an object', fits: (value) => typeof value === 'boolean' || isObject(value) },
  trace: aBoolean,
  beside: aFunction,
  warn: aFunction,
}

export const boundOptions: OptionKinds<Partial<Bounds>> = {
  records: aPositiveInteger,
  worlds: aPositiveInteger,
  snapshots: aPositiveInteger,
  triggers: aPositiveInteger,
  importBytes: aPositiveInteger,
}

export const journalOptions: OptionKinds<JournalOptions> = { size: aPositiveInteger, bytes: aPositiveInteger }

export const anEmulator: OptionKind = {
  expected: 'an emulator, as createEmulator() gives',
  fits: isEmulator,
}

/** Throws `EmulatorError` if the argument of `call` is not an emulator. */
export function requireEmulator(call: string, value: unknown): void {
  if (!anEmulator.fits(value))
    throw new EmulatorError(`${call}: expected ${anEmulator.expected}, got ${valueText(value)}`)
}
