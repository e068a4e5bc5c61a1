import { answersTo } from './answers.ts'
import type { WhySeen } from './failing.ts'
import { isTrivial } from './trivial.ts'
import { countUnits } from './units.ts'
import type { WhyKind, WhyVariant } from './variants.ts'

/** A change that turns a red test green. */
export interface Green {
  readonly variant: WhyVariant
  /** Place of the first answer that it acted on, from 0; undefined where it acted on none. */
  readonly at: number | undefined
  /** Place of the first answer that differs. */
  readonly differsAt: number
  /** Number of answers that differ. */
  readonly altered: number
  readonly isTrivial: boolean
}

/** Kinds that somebody set on purpose. */
const onPurpose: ReadonlySet<WhyKind> = new Set(['trigger', 'chaos', 'setting', 'together'])

/** Judges a run for one test that failed in the run without a variant. Undefined where it is not green by the variant. */
export function judgeGreen(test: string, variant: WhyVariant, seen: WhySeen, first: WhySeen): Green | undefined {
  const isRed = seen.failures.some(({ name }) => name === test || name === '')
  if (isRed || seen.end === 'hung') return undefined
  const [before, after] = [answersTo(test, first.answers), answersTo(test, seen.answers)]
  const differs = before.map(({ content }, n) => content !== after[n]?.content)
  const isStatement = variant.statements.length > 0
  const at = isStatement ? after.findIndex(({ altered }) => altered.includes(variant.id)) : differs.indexOf(true)
  // A test that is green although nothing was otherwise is green by chance.
  if (isStatement && at < 0) return undefined
  const same = at < 0 ? before.length : at
  if (after.length === 0 || before.slice(0, same + 1).some(({ unit }, n) => unit !== after[n]?.unit)) return undefined
  return {
    variant,
    at: at < 0 ? undefined : at,
    differsAt: differs.indexOf(true),
    altered: differs.filter(Boolean).length,
    isTrivial: isTrivial(variant),
  }
}

/**
 * The likeliest reason first: what was set on purpose, then the fewest altered answers, then those near the end, where
 * the assertion failed, then the sentence that the fewest units can cite. Trivial ones are last.
 */
export function rank(greens: readonly Green[]): Green[] {
  return greens.toSorted((one, other) => {
    const [a, b] = [rankKey(one), rankKey(other)]
    const n = a.findIndex((value, at) => value !== b[at])
    return n < 0 ? 0 : a[n]! - b[n]!
  })
}

function rankKey({ variant: { kind, statements }, altered, differsAt, isTrivial }: Green): number[] {
  const units = Math.max(0, ...statements.map(countUnits))
  const place = onPurpose.has(kind) ? 0 : isTrivial ? 2 : 1
  return [place, Math.max(1, altered), -differsAt, kind === 'record' ? 1 : kind === 'key' ? 2 : 0, units]
}
