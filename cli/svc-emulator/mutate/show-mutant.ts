import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { LiveRuns } from '../live-runs.ts'

/** Words of the progress of mutants. */
export const mutantWords = { first: 'running the tests as they are', runs: 'mutants', found: 'survived' }

/** Shows a mutant as it is decided, one that survives with its sentence. */
export function showMutant({ id, status, breaks }: MutantOutcome, live: LiveRuns): void {
  live.tried(status === 'survived' ? `survived: ${id}: no test failed although the emulator ${breaks}` : undefined)
}
