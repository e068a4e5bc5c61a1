import { EmulatorError } from '../../../engine/checking/emulator-error.ts'
import { aList, anything, aPositiveInteger, checkOptions, type OptionKinds } from '../../../engine/checking/options.ts'
import { requireKnownNames } from '../../engine/accepted.ts'
import { baseEmulator, keyFor } from '../../engine/base-emulator.ts'
import type { Client } from '../../engine/client.ts'
import { readMilliseconds } from '../../engine/read-milliseconds.ts'
import { given } from '../../../engine/checking/given.ts'
import { exploreKinds, requireKnownFaults, type ExploreOptions } from '../options.ts'
import { functionSubject, type SubjectFunction } from '../../subjects/function.ts'
import { acceptedTogether } from './accepted.ts'
import type { TogetherReport } from './report.ts'
import type { Member } from './run-together.ts'
import type { FaultChoice } from './copy-faults.ts'
import { exploreTogether, type TogetherSettings } from './together.ts'

/** Options of `explore` that are about one client and about several. */
const shared = ['scenario', 'fixtures', 'seed', 'settings', 'budget', 'timeLimit', 'case', 'accept', 'apiKey'] as const

export type SharedOptions = Pick<ExploreOptions, (typeof shared)[number]>

export const sharedKinds = Object.fromEntries(
  shared.map((name) => [name, exploreKinds[name]]),
) as unknown as OptionKinds<SharedOptions>

/** A client of another kind that runs beside the copies. */
export interface Companion {
  readonly subject: SubjectFunction
  /** Secret of its key. Default: the key of the copies. */
  readonly apiKey?: string
}

/** Options that `explore` takes for several clients in one world. */
export interface TogetherOptions extends SharedOptions {
  /** Number of copies of the client; default 1 beside others, else 2. At most 4. */
  readonly copies?: number
  readonly beside?: readonly Companion[]
  /** Failures, groups of them, or calls: each is tried at each call of a serial run. Default: none. */
  readonly only?: readonly string[]
  /** Failures of `only` to leave out. */
  readonly skip?: readonly string[]
  /** Real time without a call after which a client is not waited for; default 200 ms. */
  readonly idle?: string | number
}

const kinds: OptionKinds<TogetherOptions> = {
  ...sharedKinds,
  copies: aPositiveInteger,
  beside: aList,
  only: aList,
  skip: aList,
  idle: anything,
}

/** True for options of several clients in one world. */
export function isTogether(options: object): options is TogetherOptions {
  return ['copies', 'beside'].some((name) => (options as Readonly<Record<string, unknown>>)[name] !== undefined)
}

/** Explores copies of a function, and others beside them, in process. */
export async function exploreFunctions(subject: SubjectFunction, options: TogetherOptions): Promise<TogetherReport> {
  checkOptions('explore with copies', options, kinds, [], (name) =>
    name === 'sameHome'
      ? 'functions have no HOME: programs share one with `explore --same-home`'
      : Object.hasOwn(exploreKinds, name)
        ? 'it is about the failures of one client'
        : undefined,
  )
  const base = baseEmulator(options)
  const key = keyFor(base, options.apiKey)
  const beside = (options.beside ?? []).map((each) =>
    functionSubject(each.subject, each.apiKey === undefined ? key : keyFor(base, each.apiKey)),
  )
  return exploreTogether(
    joinMembers(functionSubject(subject, key), options.copies, beside),
    base,
    readSettings(options),
  )
}

/** More members have too many orders to be tried. */
const MAX_MEMBERS = 4

/** Copies with their numbers as names, and companions with theirs. Throws `EmulatorError` for one member or too many. */
export function joinMembers(client: Client, given: number | undefined, beside: readonly Client[]): Member[] {
  const copies = given ?? (beside.length > 0 ? 1 : 2)
  const count = copies + beside.length
  if (count < 2 || count > MAX_MEMBERS)
    throw new EmulatorError(`copies: expected 2 to ${MAX_MEMBERS} clients in all, got ${count}`)
  const names = beside.map(({ name }) => name)
  return [
    ...Array.from({ length: copies }, (_, n) => ({ name: String(n + 1), client })),
    ...beside.map((each, n) => ({
      name: names.indexOf(each.name) === n ? each.name : `${each.name} (${n + 1})`,
      client: each,
    })),
  ]
}

/** Chosen failures. Throws `EmulatorError` for an unknown one, and for `skip` where none is chosen. */
export function readFaults({
  only,
  skip,
}: { readonly [Name in keyof FaultChoice]?: FaultChoice[Name] | undefined }): FaultChoice {
  requireKnownFaults(given({ only, skip }))
  if (skip !== undefined && only === undefined)
    throw new EmulatorError('skip: nothing is left out of no failures: `only` says which are tried beside the copies')
  return given({ only, skip })
}

/** Settings of an exploration from its options. */
export function readSettings({
  budget,
  timeLimit,
  idle,
  case: one,
  accept,
  only,
  skip,
}: Omit<TogetherOptions, 'copies' | 'beside'>): TogetherSettings {
  requireKnownNames(accept, acceptedTogether)
  return {
    ...readFaults({ only, skip }),
    budgetMs: readMilliseconds('budget', budget, 0),
    timeMs: readMilliseconds('timeLimit', timeLimit),
    idleMs: readMilliseconds('idle', idle),
    case: one,
    accept,
  }
}
