import * as v from 'valibot'
import { fields } from '../diagnostics/strict.ts'
import { differencesFrom, endpointOf, matchSchema, type Difference, type JournalMatch } from './match.ts'
import type { JournalEntry } from './render.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** How often: a number, or bounds. At least once by default. */
export const timesSchema = v.union([count, fields({ at_least: v.optional(count), at_most: v.optional(count) })])

export const verifySchema = fields({ match: matchSchema, times: v.optional(timesSchema) })

export type Times = v.InferOutput<typeof timesSchema>

export interface NearMiss {
  readonly entry: JournalEntry
  readonly differences: readonly Difference[]
}

export interface Verdict {
  readonly ok: boolean
  readonly count: number
  /** `exactly 2`, `at least 1`. */
  readonly expected: string
  /** Where too few were found: the exchanges that came nearest, and where they differ. */
  readonly near_misses: readonly NearMiss[]
}

const MAX_NEAR_MISSES = 3

/** Whether the exchanges that are meant happened as often as they should have. */
export function verify(entries: readonly JournalEntry[], match: JournalMatch, times?: Times): Verdict {
  const { least, most, text } = bounds(times)
  const compared = entries.map((entry) => ({ entry, differences: differencesFrom(match, entry) }))
  const found = compared.filter(({ differences }) => differences.length === 0).length
  const missed = compared.filter(({ differences }) => differences.length > 0)
  return { ok: found >= least && found <= most, count: found, expected: text, near_misses: found < least ? nearMisses(missed, match) : [] }
}

function bounds(times: Times = { at_least: 1 }): { least: number; most: number; text: string } {
  if (typeof times === 'number') return { least: times, most: times, text: `exactly ${times}` }
  const { at_least: least, at_most: most } = times
  const words = [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`].filter(Boolean)
  return { least: least ?? 0, most: most ?? Infinity, text: words.join(' and ') || 'any number' }
}

/** Fewest differences first; then those whose path has most in common with what was meant; then the newest. */
function nearMisses(missed: readonly NearMiss[], { endpoint, path }: JournalMatch): NearMiss[] {
  const wanted = (endpoint?.split(' ', 2)[1] ?? path ?? '').split('/').filter(Boolean)
  const common = ({ entry }: NearMiss) => {
    const segments = endpointOf(entry).split(/[ /]+/)
    return wanted.filter((segment) => segments.includes(segment)).length
  }
  return missed
    .toSorted((a, b) => a.differences.length - b.differences.length || common(b) - common(a) || b.entry.number - a.entry.number)
    .slice(0, MAX_NEAR_MISSES)
}
