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

/** All documented failures of the service, and failures of networks. The most severe ones are tried first. */
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
