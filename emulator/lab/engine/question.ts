import type { Baseline } from './baseline.ts'
import type { Limits } from './client.ts'
import type { Deadline } from './deadline.ts'
import type { LabEvent } from './events.ts'
import type { Seen, Subject } from './subject.ts'
import type { How } from './how.ts'
import { tryVariants } from './try-variants.ts'
import type { Variant } from './variant.ts'

/** A question about somebody's code: variants of its world, and a judge. Nothing in it knows the kind of subject. */
export interface Question<V extends Variant, R> {
  /** Name of its command. */
  readonly name: string
  /** Variants to try, of which the first matters most. The baseline says what the subject met. */
  variants(baseline: Baseline): Iterable<V>
  /** The result of a run beside the one without a variant. */
  judge(variant: V, seen: Seen, baseline: Baseline): R
  /** True for a result that is a finding. */
  isFinding(result: R): boolean
  /** The result of an earlier report, as it counts now. Default: as it is. */
  recall?(result: R): R
}

/** A subject that ran without a variant, and how it is run with one. */
export interface Asked {
  readonly subject: Subject
  readonly baseline: Baseline
  readonly deadline: Deadline
  readonly limits: (variant: Variant) => Limits
  /** Decides how variants are tried. Called once they are known. */
  readonly plan: (variants: readonly Variant[]) => Promise<Plan>
}

/** How variants are tried: one at a time by default. */
export type Plan = Pick<How<Variant, unknown>, 'jobs' | 'grouping' | 'isDoubtful'>

/** Asks a question. Yields what happens, in the order of `LabEvent`. */
export async function* ask<V extends Variant, R>(
  question: Question<V, R>,
  { subject, baseline, deadline, limits, plan }: Asked,
): AsyncGenerator<LabEvent<V, R>, void> {
  yield { kind: 'began', question: question.name, subject: subject.name }
  const variants = [...question.variants(baseline)]
  yield { kind: 'baseline', seen: baseline.first, of: variants.length }
  const judge = (variant: V, seen: Seen): R => question.judge(variant, seen, baseline)
  let [tried, skipped] = [0, 0]
  const how = { deadline, limits, judge, ...(variants.length > 0 && (await plan(variants))) } as How<V, R>
  for await (const event of tryVariants<V, R, Seen>(subject, variants, how)) {
    yield event
    if (event.kind === 'skipped') skipped++
    else {
      tried++
      if (question.isFinding(event.result)) yield { kind: 'found', variant: event.variant, result: event.result }
    }
  }
  yield { kind: 'ended', tried, skipped, isStopped: skipped > 0 && deadline.why === 'stopped' }
}
