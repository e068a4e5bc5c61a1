import type { Judgement } from '../judgement.ts'
import { same } from '../output.ts'
import { survived, type Claim } from './claim.ts'

/** Judges a run that was told `failure` with HTTP 200: its output differs, or it says something on stderr. */
export function judgeVerdict({ run, baseline }: Claim): Judgement {
  const isHeard = !same(run.output, baseline.output) || !same(words(run.outcome.said), words(baseline.outcome.said))
  if (isHeard) return survived
  return { verdict: 'wrong-output', because: 'output unchanged although the verdict was `failure`' }
}

/** Words of a log. Numbers and copies of answers tell nothing: a client writes them whatever it was told. */
function words(text: string): string[] {
  return withoutObjects(text).match(/[a-z]{2,}/gi) ?? []
}

/** A text without what stands in braces: JSON, and objects as languages print them. */
function withoutObjects(text: string): string {
  const shorter = text.replace(/\{[^{}]*\}/g, '')
  return shorter === text ? text : withoutObjects(shorter)
}
