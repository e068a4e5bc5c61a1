import type { CoverageReport } from '../../engine/coverage/coverage.ts'
import { meetings } from '../../engine/coverage/meetings.ts'

/** Notes for `svc-emulator mutate` which clauses a test met, where someone asks. */
export function noteMeetings({ clauses }: CoverageReport, file: string, test: string): void {
  if (meetings === undefined) return
  for (const { id, count } of clauses.items) if (count > 0) meetings.note({ met: id, file, test })
}

/** Lets the meetings of this process say which test file they belong to. `now` throws outside of a test. */
export function tellTestFile(now: () => string): void {
  if (meetings === undefined) return
  meetings.fileNow = () => {
    try {
      return now()
    } catch {
      return undefined
    }
  }
}
