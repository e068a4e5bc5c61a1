import type { ExploreFault } from './fault.ts'
import { aliasTaken } from './faults/alias-taken.ts'
import { alreadyDone } from './faults/already-done.ts'
import { answerOrder } from './faults/answer-order.ts'
import { arrivalOrder } from './faults/arrival-order.ts'
import { betweenPages } from './faults/between-pages.ts'
import { callerChanges } from './faults/caller-changes.ts'
import { networkFaults } from './faults/network.ts'
import { pageSizes } from './faults/page-sizes.ts'
import { refusal } from './faults/refusal.ts'
import { silentCut } from './faults/silent-cut.ts'
import { socketFaults } from './faults/sockets.ts'
import { socketOpening } from './faults/socket-opening.ts'
import { staleAnswer } from './faults/stale-answer.ts'
import { targetChanges } from './faults/target-changes.ts'
import { varied } from './faults/varied.ts'
import { verdict } from './faults/verdict.ts'
import { workFails } from './faults/work-fails.ts'

/** Everything that the service is documented to do to a call, and that a network can do. Severity decides which comes first. */
export const faultModel: readonly ExploreFault[] = [
  ...networkFaults,
  pageSizes,
  staleAnswer,
  answerOrder,
  arrivalOrder,
  ...socketFaults,
  socketOpening,
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
]
