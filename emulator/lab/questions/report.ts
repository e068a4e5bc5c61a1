import { assumptions, type AssumptionRow } from '../../contract/assumptions.ts'
import type { ContractStamp } from '../../contract/stamp.ts'
import type { NamedAlternative } from '../../contract/variants.ts'
import type { Remembered } from '../engine/memory.ts'

/**
 * Effect of an alternative on a client. `silent`: the client still succeeds, with another result. `failure`: it fails.
 * `wording`: it succeeds, and shows another error code.
 */
type AlternativeEffect = 'silent' | 'failure' | 'wording'

/** The worst first. */
const effects: readonly AlternativeEffect[] = ['silent', 'failure', 'wording']

/** A difference that an alternative makes to a client. */
export interface ClientDifference {
  readonly effect: AlternativeEffect
  /** The end of a sentence about the client: `succeeds, and its output differs: …`. */
  readonly what: string
  /** Failed tests, if the suite reports them. */
  readonly tests?: readonly string[]
}

/** A question to the owners of the service, and whether its answer matters to the client. */
export interface Question extends Remembered {
  /** `A-349/1` */
  readonly alternative: string
  readonly assumption: string
  readonly asks: string
  /** The rule that the emulator assumes. */
  readonly assumes: string
  /** The other rule, under which the client was tried. */
  readonly otherwise: string
  readonly matters: boolean
  /** False if the alternative changed no answer of the run, which then tells nothing about it. */
  readonly shown: boolean
  /** The client notices nothing: it succeeds with another result. */
  readonly silent: boolean
  readonly effect?: AlternativeEffect
  /** The difference that it makes; empty if it does not matter. */
  readonly difference: string
  readonly tests: readonly string[]
  /** True if it matters and was accepted beforehand. */
  readonly accepted?: true
}

export interface QuestionsReport {
  readonly contract: ContractStamp
  readonly subject: string
  /** Questions that were tried, first those that matter, and of these first the silent ones. */
  readonly questions: readonly Question[]
  /** Alternatives that facts have settled. */
  readonly settled: readonly string[]
  /** Number of alternatives to assumptions that the client did not meet. */
  readonly notMet: number
  /** Alternatives that there was no time to try. */
  readonly left: readonly string[]
  /** Accepted alternatives that do not matter. */
  readonly stale: readonly string[]
}

const byId = new Map<string, AssumptionRow>(assumptions.map((row) => [row.id, row]))

/** Creates the question for an alternative that was tried. */
export function makeQuestion(
  { id, statement, says }: NamedAlternative,
  { difference, shown }: { readonly difference: ClientDifference | undefined; readonly shown: boolean },
  { accept = [] }: { readonly accept?: readonly string[] },
): Question {
  const assumption = byId.get(statement)!
  return {
    alternative: id,
    assumption: statement,
    asks: assumption.otherwise.find((each) => each.id === id)!.asks,
    assumes: assumption.says,
    otherwise: says,
    matters: difference !== undefined,
    shown: shown || difference !== undefined,
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

/** Questions whose alternative changed an answer: the run tells nothing about the others. */
export function shownQuestions({ questions }: QuestionsReport): Question[] {
  return questions.filter(({ shown }) => shown)
}

/** Sorts the questions that matter to the front, the worst first; each part keeps its order. */
export function inOrderOfEffect(questions: readonly Question[]): Question[] {
  const place = ({ effect }: Question): number => (effect === undefined ? effects.length : effects.indexOf(effect))
  return questions.toSorted((one, other) => place(one) - place(other))
}
