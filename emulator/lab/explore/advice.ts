import type { ExploreFault } from './fault.ts'
import type { Judgement } from './judgement.ts'
import { isSilence } from '../engine/run-meter.ts'

const REPORT_IT = 'repeat the call, or report the failure with an exit code above 0 or a rejection.'

/** Advice by the kind of mistake. */
export const advice = {
  doneTwice: 'The work was done twice: after a failure, look whether it is done before you repeat it.',
  notDone: `The work was not done, and the client does not say so: ${REPORT_IT}`,
  notSaid: `A call failed, and the client does not say so: ${REPORT_IT}`,
  notCaught:
    'Nothing in the client caught the failure: report it in one line, with an exit code above 0 or a rejection.',
  waits:
    'The client has no time limit of its own, or a longer one than this run: give each call a time limit, or explore with a longer one.',
  repeats: 'A call that is repeated needs a pause, and a last attempt.',
  leaks: 'A key belongs in the credential headers of a request, and nowhere else: not in output, errors or logs.',
  gaveUp: 'The client reported the failure, and was expected to repeat the call until it succeeds.',
} as const

type Advice = keyof typeof advice

/** The documented fact behind a finding, and what the client should have done. */
export function adviseOn(fault: Pick<ExploreFault, 'lesson' | 'failsCall'>, judgement: Judgement): string {
  if (judgement.verdict === 'leaked-secret') return advice.leaks
  const mistake = findMistake(judgement, fault.failsCall === true)
  return mistake === undefined ? fault.lesson : `${fault.lesson} ${advice[mistake]}`
}

function findMistake({ verdict, because }: Judgement, failsCall: boolean): Advice | undefined {
  switch (verdict) {
    case 'wrong-world':
      return mistakeInWorld(because.split('\n'), failsCall)
    case 'wrong-output':
      return failsCall ? 'notSaid' : undefined
    case 'survived':
      return 'notSaid'
    case 'reported':
      return 'gaveUp'
    case 'crashed':
      return 'notCaught'
    case 'hung':
      return isSilence(because) ? 'waits' : 'repeats'
    case 'storm':
      return 'repeats'
    default:
      return undefined
  }
}

/** An extra record was created twice; a missing one, or one that should be gone, points to work that was not done. */
function mistakeInWorld(lines: readonly string[], failsCall: boolean): Advice | undefined {
  const isMissing = (line: string) =>
    line.endsWith('(is still there)') || (line.startsWith('- ') && !line.endsWith('(is deleted)'))
  const missing = lines.filter(isMissing).length
  const extra = lines.filter((line) => line.startsWith('+ ') && !isMissing(line)).length
  if (failsCall) return extra > missing ? 'doneTwice' : 'notDone'
  return missing > 0 && missing >= extra ? 'notDone' : undefined
}
