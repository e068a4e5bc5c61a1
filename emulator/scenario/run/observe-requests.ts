import type { RunExpect } from '../../engine/matching/schema-expect.ts'
import type { JournalEntry, TimelineEntry } from '../../engine/journal/journal-entry.ts'
import { REALTIME } from '../../engine/kernel/rest/addresses.ts'
import type { EmulatorControls } from '../targets/target.ts'
import type { MadeRequests } from './request-differences.ts'
import type { RunOutcome } from './run-differences.ts'

/** Reads the requests that came since, and the world after them. */
type ReadObserved = () => Promise<Pick<RunOutcome, 'requests' | 'world'>>

/** Begins to observe. Undefined if requests or records are expected and the target cannot show them. */
export async function observeRequests(
  expected: RunExpect = {},
  controls: EmulatorControls | undefined,
): Promise<ReadObserved | undefined> {
  const ways = expected.any_of ?? [expected]
  const requests = ways.some((way) => way.requests !== undefined)
  const records = ways.some((way) => way.records !== undefined)
  if (!requests && !records) return () => Promise.resolve({})
  if (controls === undefined) return undefined
  const before = requests ? await controls.lastEntry() : 0
  return async () => ({
    ...(requests && { requests: await requestsSince(before, controls) }),
    ...(records && { world: await controls.withPendingWorkDone() }),
  })
}

async function requestsSince(before: number, controls: EmulatorControls): Promise<MadeRequests> {
  const { entries, last } = await controls.journal(before)
  // More may come while a journal is read in slices.
  const of = Math.max(last, entries.at(-1)?.number ?? 0) - before
  return { kept: entries.filter(isMade), lost: of - entries.length, of }
}

/** True for a request or a call: due work, other changes and upgrades are left out. */
function isMade(entry: TimelineEntry): entry is JournalEntry {
  return entry.via === 'socket' || (entry.via === 'http' && entry.request.url.split('?', 1)[0] !== REALTIME)
}
