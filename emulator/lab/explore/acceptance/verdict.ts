import type { Judgement } from '../judgement.ts'
import { isEqual } from '../output.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run that got a verdict of `failure` with HTTP 200: its output has to differ, or it has to log something. */
export function judgeVerdict({ run, baseline }: Claim): Judgement {
  const isHeard =
    !isEqual(run.output, baseline.output) || !isEqual(words(run.outcome.said), words(baseline.outcome.said))
  if (isHeard) return survived
  return { verdict: 'wrong-output', because: 'output unchanged although the verdict was `failure`' }
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
