/** Compares the requests that a client made, and the records that it left, with those expected. */
import { percentDecoded } from '../../engine/checking/percent-decoded.ts'
import type { Path } from '../../engine/checking/problems.ts'
import { differences, formatJson, type Difference } from '../../engine/matching/expect.ts'
import type { ShownTableName } from '../../engine/matching/schema-common.ts'
import type { CountedRecords, RunExpect } from '../../engine/matching/schema-expect.ts'
import { REDACTED } from '../../engine/journal/redact.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import { encodeBytes } from '../../engine/world/bytes.ts'
import type { World } from '../../engine/world/world.ts'
import { forbiddenTexts } from './forbidden-texts.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** Requests of a client that the journal still holds. */
export interface MadeRequests {
  readonly kept: readonly JournalEntry[]
  /** Entries that the journal no longer holds, and the count of all. */
  readonly lost: number
  readonly of: number
}

export function requestDifferences(
  { count, lacks }: NonNullable<RunExpect['requests']>,
  made: MadeRequests,
): Difference[] {
  const { kept, lost } = made
  return [
    // The condition may hold for a lost entry.
    ...(lost === 0 ? [] : [notAllKept(made)]),
    ...(count === undefined || lost !== 0 ? [] : differences(count, kept.length, ['requests', 'count'])),
    ...forbiddenTexts(lacks, kept.map(({ request }) => sent(request)).join('\n'), ['requests']),
    ...(lacks === undefined ? [] : hiding(kept.filter(isHiding))),
  ]
}

/**
 * True for a request with a credential in its URL or body, which the journal redacts. Not for endpoints that store
 * credentials, and for opening a socket.
 */
function isHiding({ via, unit, request: { url, body } }: JournalEntry): boolean {
  return (
    via === 'http' &&
    !/^\w+ \/credentials/.test(unit ?? '') &&
    [url, JSON.stringify(body)].some((text) => text.includes(REDACTED))
  )
}

function hiding({ length }: readonly JournalEntry[]): Difference[] {
  return length === 0
    ? []
    : [
        {
          path: ['requests'],
          expected: 'no credential but in headers',
          actual: `${length === 1 ? 'a request' : `${length} requests`} with one in the address or the body, where the journal hides it`,
        },
      ]
}

function notAllKept({ lost, of }: MadeRequests): Difference {
  return {
    path: ['requests'],
    expected: 'a journal with all that was asked while the program ran',
    actual: `one that no longer has ${lost} of its ${of} entries: give the emulator a larger one (${ownCommand} start --journal SIZE, createEmulator({ journal: { size } }))`,
  }
}

/** All text of a request, with redacted credentials. */
function sent({ url, headers, params, body }: JournalEntry['request']): string {
  return [
    percentDecoded(url),
    ...Object.values(headers),
    JSON.stringify(params),
    typeof body === 'string' ? body : JSON.stringify(body),
  ].join('\n')
}

export function recordDifferences(
  { table, match = {}, count = { at_least: 1 } }: CountedRecords,
  world: World,
  path: Path,
): Difference[] {
  const found = matchingRecords(world, table, match)
  return differences(count, found.length, [...path, 'count']).map((wrong) => ({
    ...wrong,
    expected: `${wrong.expected} of ${table} with ${formatJson(match)}`,
  }))
}

/** The records of a table that match, as scenarios write them. */
export function matchingRecords(world: World, table: ShownTableName, match: unknown): { readonly id: string }[] {
  return Array.from(world.table(table)!.rows(), ({ record }) => encodeBytes(record)).filter(
    (record) => differences(match, record).length === 0,
  )
}
