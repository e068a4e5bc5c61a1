import type { NamedAlternative } from '../../contract/assumptions.ts'
import { assumptions } from '../../contract/assumptions.ts'
import type { ContractStamp } from '../../contract/stamp.ts'

/**
 * Effect of an alternative on a client. `silent`: the client succeeds all the same, with another result. `failure`: it fails.
 * `wording`: it succeeds, and shows another error code.
 */
export type Effect = 'silent' | 'failure' | 'wording'

/** The worst first. */
const effects: readonly Effect[] = ['silent', 'failure', 'wording']

/** A difference that an alternative makes to a client. */
export interface Difference {
  readonly effect: Effect
  /** A sentence without its subject: `succeeds, and its output differs: …`. */
  readonly what: string
  /** Tests that failed, where a suite names them. */
  readonly tests?: readonly string[]
}

/** A question to the owners of the service, and whether its answer matters to the client. */
export interface Question {
  /** `A-349/1` */
  readonly alternative: string
  readonly assumption: string
  readonly asks: string
  /** The rule that we assume. */
  readonly assumes: string
  /** The other rule, under which the client was tried. */
  readonly otherwise: string
  readonly matters: boolean
  /** The client notices nothing: it succeeds with another result. */
  readonly silent: boolean
  readonly effect?: Effect
  /** Difference that it makes; empty where it does not matter. */
  readonly difference: string
  readonly tests: readonly string[]
  /** It matters, and is known. */
  readonly accepted?: true
}

export interface QuestionsReport {
  readonly contract: ContractStamp
  readonly subject: string
  /** Questions that were tried: those that matter first, the silent ones before all others. */
  readonly questions: readonly Question[]
  /** Alternatives that facts have answered. */
  readonly settled: readonly string[]
  /** Number of alternatives to assumptions that the client did not meet. */
  readonly notMet: number
  /** Alternatives that there was no time to try. */
  readonly left: readonly string[]
  /** Accepted alternatives that do not matter. */
  readonly stale: readonly string[]
}

const rules = new Map<string, string>(assumptions.map(({ id, says }) => [id, says]))

/** Makes the question of an alternative that was tried. */
export function makeQuestion(
  { id, assumption, asks, says }: NamedAlternative,
  difference: Difference | undefined,
  { accept = [] }: { readonly accept?: readonly string[] },
): Question {
  return {
    alternative: id,
    assumption,
    asks,
    assumes: rules.get(assumption)!,
    otherwise: says,
    matters: difference !== undefined,
    silent: difference?.effect === 'silent',
    ...(difference !== undefined && { effect: difference.effect }),
    difference: difference?.what ?? '',
    tests: difference?.tests ?? [],
    ...(difference !== undefined && accept.includes(id) && { accepted: true as const }),
  }
}

/** Questions that matter and are not accepted. */
export function openQuestions({ questions }: QuestionsReport): Question[] {
  return questions.filter(({ matters, accepted }) => matters && accepted !== true)
}

/** Sorts the questions that matter to the front, the worst first; each part keeps its order. */
export function inOrderOfEffect(questions: readonly Question[]): Question[] {
  const place = ({ effect }: Question): number => (effect === undefined ? effects.length : effects.indexOf(effect))
  return questions.toSorted((one, other) => place(one) - place(other))
}
