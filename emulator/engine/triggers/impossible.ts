import type { Path, Problem } from '../checking/problems.ts'
import { readTime } from '../world/time.ts'
import { matcherProblems } from '../matching/matcher-problems.ts'
import { faultKind, isFault } from '../faults/registry.ts'
import { unknownIdProblems } from '../world/rules.ts'
import { isRule } from './compiled.ts'
import type { Action, Trigger } from './schema.ts'
import { staleProblems } from './stale-reads.ts'

/** Problems of a well-formed trigger that can never act. Paths start at the trigger. */
export function impossible({ when, do: given }: Trigger): Problem[] {
  const problems: Problem[] = matcherProblems(when.params ?? {}, ['when', 'params'])
  if (when.endpoint !== undefined && when.via === 'socket') {
    problems.push({
      kind: 'value',
      path: ['when', 'via'],
      message: 'an endpoint is never called over a socket; name a command',
    })
  }
  const [from, to] = when.between ?? []
  if (
    from !== undefined &&
    (typeof from === 'number' ? from > Number(to) : readTime(from, 'between') >= readTime(String(to), 'between'))
  ) {
    problems.push({ kind: 'value', path: ['when', 'between'], message: `nothing lies between ${from} and ${to}` })
  }
  const actions = listActions(given)
  for (const [action, path] of actions) {
    const early = when.at === 'after' ? findEarly(action) : undefined
    if (early !== undefined)
      problems.push({
        kind: 'value',
        path: [...path, early[0]],
        message: `${early[1]} before the work: leave out \`at\``,
      })
    if (isRule(action)) problems.push(...unknownIdProblems(action.under, [...path, 'under']))
    if ('stale' in action) problems.push(...staleProblems(when, [...path, 'stale']))
  }
  const isHttpOnly = when.endpoint !== undefined || when.via === 'http'
  return [...problems, ...actions.flatMap(([action, path]) => faultProblems(action, path, isHttpOnly))]
}

/** Name of an action that is decided before the work, and what happens then. */
function findEarly(action: Action): readonly [string, string] | undefined {
  if ('chaos' in action) return ['chaos', 'chaos is drawn']
  if ('stale' in action) return ['stale', 'what a read sees is decided']
  return isRule(action) ? ['under', 'rules are given'] : undefined
}

/** Actions of a trigger, each with its path. */
export function listActions(given: Trigger['do']): (readonly [Action, Path])[] {
  return Array.isArray(given) ? given.map((action, i) => [action, ['do', i]]) : [[given, ['do']]]
}

function faultProblems(action: Action, path: Path, isHttpOnly: boolean): Problem[] {
  if (!isFault(action)) return []
  const kind = faultKind(action)
  const at = [...path, kind.name]
  const unsendable = kind.problems?.(Object.values(action)[0] as never) ?? []
  const problems = unsendable.map((problem) => ({ ...problem, path: [...at, ...problem.path] }))
  if (isHttpOnly && 'http' in kind && typeof kind.http !== 'function') {
    problems.push({
      kind: 'value',
      path: at,
      message: `only a socket can show this fault, and the trigger is about HTTP: ${kind.http.reason}`,
    })
  }
  return problems
}
