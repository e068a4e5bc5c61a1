import type { Live } from '../../../emulator/lab/engine/begun.ts'
import type { MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Io } from '../../shared/io.ts'
import { LiveRuns } from '../live-runs.ts'

/** Shows mutants as they are decided, and survivors that are not accepted. */
export function watchMutants(io: Io, accepted: readonly string[] = []) {
  const runs = new LiveRuns(io, { first: 'running the tests as they are', runs: 'mutants', found: 'survived' })
  const live: Live<MutantOutcome> = {
    begin: (of) => runs.begin(of),
    tried({ id, status, breaks }) {
      const isNew = status === 'survived' && !accepted.includes(id)
      runs.tried(isNew ? `survived: ${id}: no test failed although the emulator ${breaks}` : undefined)
    },
  }
  return { live, note: (text: string) => runs.note(text), end: () => runs.end() }
}
