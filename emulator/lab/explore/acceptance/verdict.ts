import type { Observed } from '../../engine/world-subject.ts'
import { findFirstStruck, isLook, readFields } from '../journal-calls.ts'
import type { Judgement } from '../judgement.ts'
import { isEqual } from '../../engine/output.ts'
import { survived, type Claim } from './claim.ts'

/**
 * Judges a run that got a verdict of `failure` with HTTP 200: its output has to differ, or it has to log something, and it
 * must not write the definition all the same.
 */
export function judgeVerdict({ run, baseline }: Claim): Judgement {
  const isHeard =
    !isEqual(run.output, baseline.output) || !isEqual(words(run.outcome.said), words(baseline.outcome.said))
  const written = isHeard ? findWritten(run) : undefined
  if (written !== undefined)
    return {
      verdict: 'wrong-world',
      because: `+ the checked definition, by ${written}, although the verdict was \`failure\``,
    }
  if (isHeard) return survived
  return { verdict: 'wrong-output', because: 'output unchanged although the verdict was `failure`' }
}

/** The unit by which a run wrote the definition after the verdict. */
function findWritten(run: Observed): string | undefined {
  const entries = run.entries()
  const place = findFirstStruck(run.acted, entries)
  const checked = readFields(entries[place]?.request.body)['body']
  if (checked === undefined) return undefined
  const next = entries
    .slice(place + 1)
    .find(({ request, error }) => error === null && isEqual(readFields(request.body)['body'], checked))
  // A client that checks it again goes by the second verdict.
  return next === undefined || isLook(next) ? undefined : (next.unit ?? undefined)
}

/** Words of a log without numbers and copies of answers, which a client writes in any case. */
function words(text: string): string[] {
  return withoutObjects(text).match(/[a-z]{2,}/gi) ?? []
}

/** A text without parts in braces: JSON, and objects as languages print them. */
function withoutObjects(text: string): string {
  const shorter = text.replace(/\{[^{}]*\}/g, '')
  return shorter === text ? text : withoutObjects(shorter)
}
