import { expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { journalEntrySchema, type JournalEntry } from './journal-entry.ts'

const me = 'http://emulator/v1/users/me'
const ada = { headers: { 'x-api-key': 'svc-key-ada-admin' } }
const adaAsBot = { headers: { authorization: 'Bearer svc-token-ada-as-bot' } }

/** Entries of which each field of the schema is in at least one. */
async function makeEntries(): Promise<JournalEntry[]> {
  let now = 0
  const emulator = createEmulator({
    trace: true,
    warn: () => {},
    real: { now: () => (now += 5) },
    beside: ({ url }) => (url.endsWith('/beside') ? Promise.reject(new Error('a defect')) : undefined),
  })
  await emulator.fetch('http://emulator/v1/beside', ada)
  const gate = emulator.hold('GET /users/me')
  const answer = emulator.fetch(me, adaAsBot)
  await gate.arrived()
  gate.release([{ delay: 1 }, { empty: true }])
  await (await answer).text()
  emulator.triggers.add({ when: { endpoint: '*' }, do: { under: { page_rows: 1 } } })
  await emulator.fetch(me, { ...ada, method: 'HEAD' })
  emulator.trace.restore(1, 'before')
  return emulator.journal.entries()
}

/** Names of the fields that none of these objects has. */
function findMissing(schema: { readonly entries: object }, shown: readonly (object | null)[]): string[] {
  const names = new Set(shown.flatMap((each) => Object.keys(each ?? {})))
  return Object.keys(schema.entries).filter((name) => !names.has(name))
}

it('every field is shown by some entry, also one that may be left out', async () => {
  const entries = await makeEntries()
  const { duration } = journalEntrySchema.entries
  // A server names the world; `explore --copies` names the copies.
  expect(findMissing(journalEntrySchema, entries)).toEqual(['world', 'copy'])
  expect(
    findMissing(
      duration,
      entries.map((entry) => entry.duration),
    ),
  ).toEqual([])
  expect(
    findMissing(
      journalEntrySchema.entries.request,
      entries.map((entry) => entry.request),
    ),
  ).toEqual([])
  expect(
    findMissing(
      journalEntrySchema.entries.response.wrapped,
      entries.map((entry) => entry.response),
    ),
  ).toEqual([])
})
