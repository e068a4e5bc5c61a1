import * as v from 'valibot'
import { fields } from '../checking/strict.ts'
import type { Dropped } from './dropped.ts'
import type { KeptExchange } from './entry.ts'
import type { JournalEntry } from './journal-entry.ts'
import { render } from './render.ts'
import { belowBase } from './fact-fields.ts'
import { readFacts } from './facts.ts'
import { meantWord } from '../matching/matcher-words.ts'
import { matchSchema, type JournalMatch } from './match.ts'
import { splitEndpoint } from '../matching/request-values.ts'
import { CompiledFilter, type MatchDifference } from './compiled-filter.ts'
import { ownCommand } from '../checking/own-command.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Expected number: exact, or bounds. At least once by default. */
export const timesSchema = v.union([count, fields({ at_least: v.optional(count), at_most: v.optional(count) })])

export const verifySchema = fields({ match: matchSchema, times: v.optional(timesSchema) })

export type Times = v.InferOutput<typeof timesSchema>

/** Hint for a bound that is beside `times` and belongs into it. */
export function meantBound(name: string): string | undefined {
  const bound = meantWord(name) ?? name
  return bound === 'at_least' || bound === 'at_most' ? `write times: { ${bound}: … }` : undefined
}

export interface NearMiss {
  readonly entry: JournalEntry
  readonly differences: readonly MatchDifference[]
}

export interface Verdict {
  readonly ok: boolean
  /** Number of matching exchanges, including those that the journal has dropped, as far as it knows them. */
  readonly count: number
  /** `exactly 2`, `at least 1`. */
  readonly expected: string
  /** If too few matched: the nearest exchanges, with their differences. */
  readonly near_misses: readonly NearMiss[]
  /** Reason for which there is no verdict: the journal no longer holds the deciding entries. `ok` is then false. */
  readonly undecided?: string | undefined
}

/** Data that a verdict is based on. */
interface RecordedEntries {
  /** Maximum of kept entries. */
  readonly size: number
  readonly kept: readonly KeptExchange[]
  readonly dropped: Dropped
  /** Hides secrets in a text by their values. */
  readonly hide: (text: string) => string
}

/** Checks that matching exchanges happened as often as expected. */
export function verify({ size, kept, dropped, hide }: RecordedEntries, match: JournalMatch, times?: Times): Verdict {
  const filter = new CompiledFilter(match)
  const { least, most, text } = bounds(times)
  const { certain, possible } = dropped.count(filter)
  const missed = missedBy(kept, filter)
  const found = certain + kept.length - missed.reduce((sum, { length }) => sum + length, 0)
  const near = found < least ? nearMisses(missed, filter, match) : []
  const shown = near.map(({ entry, differences }) => ({
    entry: render(entry, hide),
    differences: differences.map((each) => ({ ...each, actual: hideIn(each.actual, hide) })),
  }))
  const verdict = { count: found, expected: text, near_misses: shown }
  const isOk = (number: number) => number >= least && number <= most
  // Dropped exchanges that may have matched could change the verdict.
  const isOpen = possible > 0 && (isOk(found) ? found + possible > most : found < least && found + possible >= least)
  return isOpen ? { ok: false, ...verdict, undecided: undecidedText(size, possible) } : { ok: isOk(found), ...verdict }
}

function hideIn<T>(value: T, hide: RecordedEntries['hide']): T {
  return value === undefined ? value : (JSON.parse(hide(JSON.stringify(value))) as T)
}

function undecidedText(size: number, possible: number): string {
  return (
    `undecided: the journal keeps ${size} exchanges, and ${possible} of those that it dropped may be meant. ` +
    `Keep more: createEmulator({ journal: { size } }), or ${ownCommand} start --journal SIZE`
  )
}

function bounds(times: Times = { at_least: 1 }): { least: number; most: number; text: string } {
  if (typeof times === 'number') return { least: times, most: times, text: `exactly ${times}` }
  const { at_least: least, at_most: most } = times
  const words = [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`].filter(
    Boolean,
  )
  return { least: least ?? 0, most: most ?? Infinity, text: words.join(' and ') || 'any number' }
}

const MAX_NEAR_MISSES = 3

/** Maximum of exchanges that are compared in full: those with the nearest facts, method and path. */
const MAX_COMPARED = 50

/** Sorts by the number of differences, then by method and common path segments, then newest first. */
function nearMisses(
  missed: readonly (readonly KeptExchange[])[],
  filter: CompiledFilter,
  { endpoint, path, method = endpoint?.split(' ', 1)[0] }: JournalMatch,
): { entry: KeptExchange; differences: MatchDifference[] }[] {
  const wanted = ((endpoint && splitEndpoint(endpoint)[1]) ?? path ?? '').split('/').filter(Boolean)
  const common = (entry: KeptExchange): number => {
    const segments = belowBase(readFacts(entry).path ?? '').split('/')
    const same = wanted.filter((segment) => segments.includes(segment)).length
    return entry.request.method === method ? same + 1 : same
  }
  // The preflight of a page stands beside each of its requests, and differs as little as they do.
  const asked = method === 'OPTIONS' ? missed : missed.map((entries) => entries.filter((each) => !isPreflight(each)))
  return asked
    .flatMap((entries) =>
      entries
        .map((entry) => ({ entry, common: common(entry) }))
        .toReversed()
        .toSorted((a, b) => b.common - a.common),
    )
    .slice(0, MAX_COMPARED)
    .map((each) => ({ ...each, differences: filter.differences(each.entry) }))
    .toSorted(
      (a, b) => a.differences.length - b.differences.length || b.common - a.common || b.entry.number - a.entry.number,
    )
    .slice(0, MAX_NEAR_MISSES)
}

function isPreflight({ via, request }: KeptExchange): boolean {
  return via === 'http' && request.method === 'OPTIONS'
}

/** Groups exchanges that do not match by their number of differing facts. */
function missedBy(kept: readonly KeptExchange[], filter: CompiledFilter): KeptExchange[][] {
  const missed: KeptExchange[][] = [[]]
  for (const entry of kept) {
    const misses = filter.countMisses(readFacts(entry))
    if (misses > 0 || !filter.matchesOthers(entry)) (missed[misses] ??= []).push(entry)
  }
  return missed
}
