import type { AskedEndpoint, CommandName } from '../../contract/naming.ts'
import { didYouMeanId } from '../../engine/checking/did-you-mean-id.ts'
import { findCurrentStatement, statementIds } from '../../engine/coverage/statements.ts'
import { conditionText } from './never-fired.ts'
import type { AssumptionId, ClauseId, CoverageReport, JournalMatch, Times, Verdict } from '../../index.ts'

/** Object of a matcher: an emulator in process, or one that is served elsewhere. */
interface ObservedEmulator {
  verify(match: JournalMatch, options: { readonly times?: Times }): Verdict | Promise<Verdict>
  coverage(): CoverageReport | Promise<CoverageReport>
}

/** Fields of a match, or only its `endpoint` (`GET /users/me`) or `command` (`workflow.list_sessions`). */
export type Received = JournalMatch | AskedEndpoint | CommandName

export interface MatcherOutcome {
  readonly pass: boolean
  message(): string
}

type MatcherContext = { readonly isNot?: boolean } | undefined

/** Passes if an emulator received matching requests as often as `times` says (default: at least once). */
export function toHaveReceived(
  this: MatcherContext,
  received: unknown,
  match: Received,
  options: { readonly times?: Times } = {},
): MatcherOutcome | Promise<MatcherOutcome> {
  const observed = observedIn('toHaveReceived', received)
  const meant = typeof match === 'string' ? named(match) : match
  const isNot = this?.isNot ?? false
  // An undecided verdict fails, negated or not.
  const judge = (verdict: Verdict): MatcherOutcome => ({
    pass: verdict.undecided === undefined ? verdict.ok : isNot,
    message: () => receivedText(meant, verdict, isNot),
  })
  return after(observed.verify(meant, options), (verdict) => {
    // Nothing was received, as expected. `times: 0` still refuses a match that could never be received.
    return isNot && verdict.count === 0
      ? after(observed.verify(meant, { times: 0 }), () => judge(verdict))
      : judge(verdict)
  })
}

function after<T, R>(value: T | Promise<T>, then: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(then) : then(value)
}

/** Passes if answers of an emulator rested on every given clause and assumption; negated, on none of them. */
export function toHaveExercised(
  this: MatcherContext,
  received: unknown,
  ...given: readonly (ClauseId | AssumptionId)[]
): MatcherOutcome | Promise<MatcherOutcome> {
  const observed = observedIn('toHaveExercised', received)
  const ids = given.map((id) => findCurrentStatement(id) ?? id)
  if (ids.length === 0) throw new TypeError('toHaveExercised: expected the id of a clause or an assumption')
  for (const id of ids)
    if (!(statementIds as readonly string[]).includes(id))
      throw new TypeError(`toHaveExercised: unknown clause or assumption '${id}'${didYouMeanId(id, statementIds)}`)
  const isNot = this?.isNot ?? false
  const judge = ({ clauses, assumptions }: CoverageReport): MatcherOutcome => {
    const exercised = new Set(
      [...clauses.items, ...assumptions.items].filter(({ count }) => count > 0).map(({ id }) => id),
    )
    const wrong = ids.filter((id) => exercised.has(id) === isNot)
    return {
      pass: isNot ? wrong.length > 0 : wrong.length === 0,
      message: () => exercisedText(wrong, isNot, exercised),
    }
  }
  return after(observed.coverage(), judge)
}

function observedIn(matcher: string, received: unknown): ObservedEmulator {
  const { verify, coverage } = (received ?? {}) as Partial<ObservedEmulator>
  if (typeof verify === 'function' && typeof coverage === 'function') return received as ObservedEmulator
  throw new TypeError(`${matcher}: expected an emulator, got ${received === null ? 'null' : typeof received}`)
}

function named(name: AskedEndpoint | CommandName): JournalMatch {
  return /[ /]/.test(name) || name === '*' ? { endpoint: name as AskedEndpoint } : { command: name as CommandName }
}

function receivedText(
  match: JournalMatch,
  { count, expected, near_misses: nearMisses, undecided }: Verdict,
  isNot: boolean,
): string {
  const lines = [`expected ${isNot ? 'not ' : ''}${expected} of ${conditionText(match)}, received ${count}`]
  if (undecided !== undefined) lines.push(`  ${undecided}`)
  for (const { entry, differences } of nearMisses) {
    lines.push('', `  nearest: #${entry.number} ${entry.request.method} ${entry.request.url}`)
    for (const { field, expected: wanted, actual } of differences)
      lines.push(`    ${field}: expected ${wanted}, got ${actual}`)
  }
  return lines.join('\n')
}

function exercisedText(wrong: readonly string[], isNot: boolean, exercised: ReadonlySet<string>): string {
  if (isNot) return `expected that no answer rested on ${wrong.join(', ')}`
  return `expected that an answer rested on ${wrong.join(', ')}\n\nexercised: ${[...exercised].join(', ') || 'nothing'}`
}
