/** Looks behind what a client prints, where a step expects something there. */
import type { RunExpect } from '../../format/schema-expect.ts'
import type { JournalEntry } from '../../journal/render.ts'
import { REALTIME } from '../../kernel/realtime/socket-credentials.ts'
import type { EmulatorControls } from '../targets/target.ts'
import type { RunOutcome } from './run-differences.ts'

/** The requests that come from now on, and the world once they have come. */
export type Behind = () => Promise<Pick<RunOutcome, 'requests' | 'world'>>

/** Begins to look; undefined where something is expected there and nobody can tell. */
export async function lookBehind(expected: RunExpect = {}, controls: EmulatorControls | undefined): Promise<Behind | undefined> {
  const ways = expected.any_of ?? [expected]
  const requests = ways.some((way) => way.requests !== undefined)
  const records = ways.some((way) => way.records !== undefined)
  if (!requests && !records) return () => Promise.resolve({})
  if (controls === undefined) return undefined
  const { last } = requests ? await controls.journal(MAX_NUMBER) : { last: 0 }
  return async () => ({
    ...(requests && { requests: callsIn((await controls.journal(last)).entries) }),
    ...(records && { world: await controls.settled() }),
  })
}

/** No journal has an entry after this number. */
const MAX_NUMBER = 1_000_000_000

/** Without upgrades to sockets: the calls on them are counted. */
function callsIn(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.filter(({ via, request }) => via === 'socket' || request.url.split('?', 1)[0] !== REALTIME)
}
