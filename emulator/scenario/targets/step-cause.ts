import type { Cause } from '../../engine/journal/entry.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import { durationText } from '../record/duration-text.ts'
import { describeChange } from '../../engine/journal/describe-change.ts'

/** Cause of a change by a step of a scenario. */
export function findChangeCause(change: Change, step: string): Cause {
  return { via: 'step', unit: 'change', did: `${step}: ${describeChange(change)}` }
}

/** Cause of a move of world time by a step; undefined if the journal does not show the move. */
export function findAdvanceCause(milliseconds: number, step: string | undefined): Cause | undefined {
  return step === undefined
    ? undefined
    : { via: 'step', unit: 'clock', did: `${step}: advance ${durationText(milliseconds)}` }
}
