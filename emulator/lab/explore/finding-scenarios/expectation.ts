import type { Exploration, JudgedRun } from '../exploration.ts'
import { isVaried } from '../acceptance/claim.ts'
import type { Outcome } from '../../engine/client.ts'
import { holdsSecret, findSecrets, joinShownTexts } from '../../engine/secrets.ts'
import { tableNames } from '../../../engine/matching/schema-common.ts'
import type { World } from '../../../engine/world/world.ts'
import type { RunStep } from '../../../scenario/schema-steps.ts'
import { expectedRecords } from './expected-records.ts'
import { expectedStdout, expectedText, otherThan, type Freedom } from './expected-output.ts'
import { TRACE_TEXTS } from '../../subjects/stack-traces.ts'

export type RunExpectation = Pick<RunStep, 'timeout' | 'expect'>

/** Any exit code: the client may report a failure. */
export const exit = { at_least: 0 }
/** Exit code of a client that reports a failure, and so claims nothing. */
export const reported = { exit: { at_least: 1 } }

/**
 * RunExpectation of a `run:` step with which a replay fails only for the reason of the experiment. Undefined if no
 * expectation can express the reason.
 */
export function makeExpectation(shown: JudgedRun, exploration: Exploration): RunExpectation | undefined {
  const timeout = `${Math.ceil(exploration.limits(shown.experiment).timeMs)}ms`
  switch (shown.judgement.verdict) {
    case 'hung':
      return { timeout, expect: { exit } }
    case 'storm':
      return { timeout, expect: { exit, requests: { count: { at_most: shown.run.outcome.calls ?? 0 } } } }
    case 'crashed':
      return { expect: { exit, stderr: { lacks: [...TRACE_TEXTS] } } }
    case 'leaked-secret':
      return { expect: { exit, ...withoutSecrets(shown, exploration) } }
    case 'silent-cut':
      return { expect: { any_of: [reported, ...saysMore(exploration)] } }
    case 'wrong-world':
      return rightWorld(shown, exploration)
    case 'wrong-output':
      return {
        expect: {
          any_of: [
            reported,
            ...(shown.judgement.correctRuns ?? []).map(({ outcome }) => ({
              exit: 0,
              stdout: expectStdout(outcome, shown, exploration),
            })),
          ],
        },
      }
    case 'reported':
      return { expect: { exit: 0, stdout: expectStdout(exploration.begun.first.outcome, shown, exploration) } }
    case 'survived':
      return undefined
  }
}

function expectStdout(
  { stdout = '' }: Outcome,
  { experiment: { plans } }: JudgedRun,
  exploration: Exploration,
): object {
  return expectedStdout(stdout, {
    masks: exploration.begun.masks,
    anyOrder: isVaried(plans),
    isKnown: knownIn(exploration.baseline.start),
  })
}

/** True for ids and secrets of the world before the run. */
export function knownIn(start: World): Freedom['isKnown'] {
  const secrets = new Set(findSecrets(start))
  return (word) => secrets.has(word) || tableNames.some((table) => start.table(table)?.get(word) !== undefined)
}

function rightWorld(shown: JudgedRun, exploration: Exploration): RunExpectation | undefined {
  const start = exploration.subject.startWorld(shown.experiment.overlay)
  const ways = (shown.judgement.correctRuns ?? []).map(({ world }) => expectedRecords(world, shown.run.world, start))
  // Bytes are not counted, and differences in ids alone are ignored.
  if (ways.includes(undefined)) return undefined
  return { expect: { any_of: [reported, ...ways.map((records) => ({ exit: 0, records: records! }))] } }
}

/** Forbids the secrets that the run showed or sent, and no others: the client may have to print those. */
function withoutSecrets({ run }: JudgedRun, { baseline: { start } }: Exploration): RunExpectation['expect'] {
  const shown = joinShownTexts(run.outcome)
  const lacks = [...findSecrets(start), ...run.newSecrets].filter((secret) => holdsSecret(shown, secret))
  const sent = [...new Set(run.sentSecrets.map(({ secret }) => secret))]
  return {
    ...(lacks.length > 0 && { stdout: { lacks }, stderr: { lacks } }),
    ...(sent.length > 0 && { requests: { lacks: sent } }),
  }
}

/** Expectations for a client that says a listing is incomplete: on stderr, or beside the records. */
function saysMore(exploration: Exploration): NonNullable<NonNullable<RunStep['expect']>['any_of']> {
  const { said, stdout = '' } = exploration.begun.first.outcome
  const other = otherThan(stdout)
  const usual = expectedText(said.replace(/\n$/, ''), { isKnown: knownIn(exploration.baseline.start) })
  return [
    { stderr: said === '' ? { empty: false } : { text: { not: usual } } },
    ...(other === undefined ? [] : [{ stdout: other }]),
  ]
}
