import type { ExploreFault } from './fault.ts'
import { aliasTaken } from './faults/alias-taken.ts'
import { alreadyDone } from './faults/already-done.ts'
import { answerOrder } from './faults/answer-order.ts'
import { arrivalOrder } from './faults/arrival-order.ts'
import { betweenPages } from './faults/between-pages.ts'
import { brokenAnswer } from './faults/broken-answer.ts'
import { callerChanges } from './faults/caller-changes.ts'
import { frames } from './faults/frames.ts'
import { gateway } from './faults/gateway.ts'
import { lateAnswer } from './faults/late-answer.ts'
import { lostAnswer } from './faults/lost-answer.ts'
import { noAnswer } from './faults/no-answer.ts'
import { pageSizes } from './faults/page-sizes.ts'
import { refusal } from './faults/refusal.ts'
import { silentCut } from './faults/silent-cut.ts'
import { slowBody } from './faults/slow-body.ts'
import { socketOpening } from './faults/socket-opening.ts'
import { socketEnds } from './faults/socket-ends.ts'
import { staleAnswer } from './faults/stale-answer.ts'
import { stalledBody } from './faults/stalled-body.ts'
import { targetChanges } from './faults/target-changes.ts'
import { varied } from './faults/varied.ts'
import { verdict } from './faults/verdict.ts'
import { workFails } from './faults/work-fails.ts'

/** Everything that the service is documented to do to a call, and that a network can do. */
export const faultModel: readonly ExploreFault[] = [
  lostAnswer,
  noAnswer,
  lateAnswer,
  pageSizes,
  gateway,
  stalledBody,
  brokenAnswer,
  staleAnswer,
  answerOrder,
  arrivalOrder,
  frames,
  socketOpening,
  socketEnds,
  silentCut,
  betweenPages,
  refusal,
  verdict,
  workFails,
  targetChanges,
  alreadyDone,
  aliasTaken,
  callerChanges,
  varied,
  slowBody,
]
