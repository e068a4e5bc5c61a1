import { boundedParse } from '../checking/bounded-parse.ts'
import { problemsFrom } from '../checking/issues.ts'
import { withNearMiss, type Problem } from '../checking/problems.ts'
import { nameProblems, type KnownUnit } from '../matching/check-names.ts'
import { triggerSchema, type Trigger } from './schema.ts'
import type { World } from '../world/world.ts'
import { changedFieldProblems } from './changed-fields.ts'
import { impossible, listActions } from './impossible.ts'

type CheckedTrigger =
  | { readonly trigger: Trigger; readonly problems: [] }
  | { readonly trigger: undefined; readonly problems: Problem[] }

/**
 * Validates a trigger: its shape, its names, and conditions that can never hold. One that is `kept` was accepted
 * before: its user may be missing by now, and earlier releases took any path.
 */
export function checkTrigger(
  world: World,
  units: readonly KnownUnit[],
  value: unknown,
  { kept = false } = {},
): CheckedTrigger {
  const { trigger, problems: wrong } = readTrigger(value)
  if (trigger === undefined) return { trigger, problems: wrong }
  const problems = [
    ...nameProblems(trigger, units, { anyPath: kept }),
    ...(kept ? [] : [...callerProblems(world, trigger), ...fieldProblems(trigger)]),
    ...impossible(trigger),
  ]
  return problems.length > 0 ? { trigger: undefined, problems } : { trigger, problems: [] }
}

/** Problems of unknown fields. Saved states keep theirs, because earlier releases accepted any field. */
function fieldProblems(trigger: Trigger): Problem[] {
  return listActions(trigger.do).flatMap(([action, path]) => changedFieldProblems(action, path))
}

/** Parses a trigger and fills in its defaults, or returns the problems of its shape. */
function readTrigger(value: unknown): CheckedTrigger {
  const parsed = boundedParse(triggerSchema, value)
  return parsed.success
    ? { trigger: parsed.output, problems: [] }
    : { trigger: undefined, problems: problemsFrom(parsed, triggerSchema) }
}

function callerProblems(world: World, { when: { caller } }: Trigger): Problem[] {
  if (caller === undefined || world.users.find(caller) !== undefined) return []
  const problem: Problem = {
    kind: 'reference',
    path: ['when', 'caller'],
    message: `there is no user '${caller}'`,
    expected: 'the alias or id of a user',
  }
  return [withNearMiss(problem, caller, userAliases(world))]
}

function* userAliases(world: World): Generator<string> {
  for (const { record } of world.users.rows()) yield record.alias
}
