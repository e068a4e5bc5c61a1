import { callsText } from '../../engine/journal/calls-text.ts'
import { BASE } from '../../engine/kernel/rest/http.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Verdict } from '../../index.ts'
import type { Outcome } from './matchers.ts'

/** An emulator in process, or one that is served elsewhere. */
interface Observed {
  verify(match: object, options?: object): Verdict | Promise<Verdict>
  entries?(): Promise<JournalEntry[]>
  readonly journal?: { entries(): readonly object[] }
}

/** Makes a matcher of the snapshots of a test runner: `match` compares a text with the one that is kept, or throws. */
export function matchCalls(match: (text: string) => unknown) {
  return async function toMatchCalls(
    this: { readonly isNot?: boolean } | undefined,
    received: unknown,
  ): Promise<Outcome> {
    if (this?.isNot === true) throw new TypeError('toMatchCalls: a snapshot cannot be negated')
    await match(await readCalls(received))
    return { pass: true, message: () => '' }
  }
}

async function readCalls(received: unknown): Promise<string> {
  const { verify, entries, journal } = (received ?? {}) as Partial<Observed>
  const read = entries ?? journal?.entries
  if (typeof verify !== 'function' || typeof read !== 'function')
    throw new TypeError(`toMatchCalls: expected an emulator, got ${received === null ? 'null' : typeof received}`)
  const observed = received as Observed
  const all = observed.entries === undefined ? observed.journal!.entries() : await observed.entries()
  const calls = (all as JournalEntry[]).filter(
    ({ request, via }) => request !== null && (via === 'http' || via === 'socket'),
  )
  const { count } = await observed.verify({})
  if (count !== calls.length)
    throw new Error(
      `toMatchCalls: the journal keeps ${calls.length} of ${count} calls; keep more: createEmulator({ journal: { size: ${count} } })`,
    )
  return callsText(calls, BASE)
}
