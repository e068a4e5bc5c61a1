import type { CoverageReport } from '../../engine/coverage/coverage.ts'
import { meetings } from '../../engine/coverage/meetings.ts'

/** Notes for `svc-emulator mutate` which clauses a test met, if requested. */
export function noteMeetings({ clauses }: CoverageReport, file: string, test: string): void {
  if (meetings === undefined) return
  for (const { id, count } of clauses.items) if (count > 0) meetings.note({ met: id, file, test })
}

/** Names the test file of the meetings in this process. `now` throws outside of a test. */
export function tellTestFile(now: () => string): void {
  if (meetings === undefined) return
  meetings.placeNow = () => {
    try {
      return { file: now() }
    } catch {
      return {}
    }
  }
}
