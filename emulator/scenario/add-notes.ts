import { describe } from '../engine/checking/problems.ts'
import type { LoadedScenario } from './loaded-scenario.ts'
import { IN_PROCESS, type ReplayResult } from './result.ts'
import { describeChangesSince, findChangesSince } from './written-under.ts'

/** Adds to a result replaced and unknown labels, sentences that changed since, and where else a bundle was played. */
export function addNotes({ warnings = [], written, playedAt }: LoadedScenario, result: ReplayResult): ReplayResult {
  const changed =
    written === undefined
      ? []
      : findChangesSince(
          written,
          result.clauses.map(({ id }) => id),
        )
  const lines = written === undefined ? [] : describeChangesSince(written, changed)
  const notes = [...warnings.map(describe), ...result.notes, ...lines, ...noteElsewhere(playedAt, result.target)]
  return { ...result, notes, ...(changed.length > 0 && { changed }) }
}

/** A pass here says nothing about the service at which the run of a bundle failed. */
function noteElsewhere(playedAt = IN_PROCESS, target: string): string[] {
  const there = withoutWorld(playedAt)
  if (there === IN_PROCESS || there === withoutWorld(target)) return []
  return [
    `the run in this bundle was at ${there}, this one was ${target}: only --target ${there} asks that service again`,
  ]
}

/** Each replay on a running emulator has a world of its own: `/w/<name>` in the address. */
function withoutWorld(target: string): string {
  return target.replace(/\/w\/[^/]+(?=\/v1$)/, '')
}
