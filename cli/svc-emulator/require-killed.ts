import { formatShare, reaches } from '../../emulator/engine/checking/share.ts'
import { countScore, type MutationReport } from '../../emulator/lab/mutation/report.ts'
import { ClientError } from '../shared/client-error.ts'
import type { MutationSettings } from './mutation-flags.ts'

/** Fails if no clause was met, or too few mutants were killed. */
export function requireKilled(report: MutationReport, { min, only }: MutationSettings): void {
  const { killed, survived, timeout, accepted, undecided } = countScore(report)
  const tried = killed + survived + timeout
  if (tried + accepted + undecided === 0)
    throw new ClientError(
      'UNEXPECTED',
      `no clause ${only === undefined ? '' : `of ${only.join(', ')} `}that can be broken was met`,
    )
  if (min === undefined) return
  if (tried === 0 && undecided > 0)
    throw new ClientError('UNEXPECTED', 'no mutant was tried, so nothing can be said of --min')
  if (tried > 0 && !reaches(killed, tried, min))
    throw new ClientError(
      'UNEXPECTED',
      `${formatShare(killed, tried)} of the mutants were noticed, less than --min ${min}`,
    )
}
