import { countValues } from '../../engine/checking/counts.ts'
import { plural } from '../../engine/checking/plural.ts'
import type { ObservedListing } from '../drift/listings.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { tableNames } from '../../engine/world/arrange.ts'

/** A table of a pulled organization. */
export interface TableState {
  readonly table: string
  /** Records that were taken. */
  readonly records: number
  /** `whole`, `first 1 MB`, `not readable with this key (403 forbidden)` or another reason. */
  readonly state: string
}

/** State of a listing, or of a table, that was read to its end. */
export const WHOLE = 'whole'

interface Noted {
  readonly listing: ObservedListing
  /** One for each record that it was read of. */
  readonly states: readonly string[]
}

/** Collects how much of each table was read. */
export class States {
  readonly #noted = new Map<TableName, Noted[]>()
  readonly #refused = new Map<TableName, string[]>()

  /** Notes the states of a listing, one for each record that it was read of. */
  note(listing: ObservedListing, states: readonly string[]): void {
    this.#noted.set(listing.table, [...(this.#noted.get(listing.table) ?? []), { listing, states }])
  }

  /** Notes a record that the emulator does not take. */
  refuse(table: TableName, reason: string): void {
    this.#refused.set(table, [...(this.#refused.get(table) ?? []), reason.replaceAll('\n', '; ')])
  }

  /** States of all tables; `count` gives the number of records in one. */
  list(count: (table: TableName) => number): TableState[] {
    return (tableNames as TableName[]).flatMap((table) => {
      const records = count(table)
      return table === 'orgs' || table === 'tokens' ? [] : [{ table, records, state: this.#describe(table) }]
    })
  }

  #describe(table: TableName): string {
    const noted = this.#noted.get(table)
    if (noted === undefined) return 'not listed by the API'
    const isRead = ({ states }: Noted): boolean => states.length === 0 || states.includes(WHOLE)
    const partial = noted.filter((each) => isRead(each) && !this.#isWhole(each.listing.of))
    const parents = partial.map(({ listing }) => `of the ${listing.of} that were read`)
    const refused = this.#refused.get(table) ?? []
    const butFor = `but for ${plural(refused.length, 'record')} that the emulator refuses (${refused[0]})`
    return [[...describeCounts(noted), ...parents].join(', '), ...(refused.length > 0 ? [butFor] : [])].join(' ')
  }

  #isWhole(table: TableName): boolean {
    return table === 'orgs' || table === 'users' || this.#describe(table) === WHOLE
  }
}

/** `whole`, or each other state with the share of the listings that have it. */
function describeCounts(noted: readonly Noted[]): string[] {
  const states = noted.flatMap((each) => each.states)
  const others = [...countValues(states)].filter(([state]) => state !== WHOLE)
  if (others.length === 0) return [WHOLE]
  return others.map(([state, count]) =>
    count === states.length ? state : `${state} (${count} of ${plural(states.length, 'listing')})`,
  )
}

/** `orgs.enabled_blob_types`: fields of records that no answer showed, and that new records derive. */
export function findHidden(shown: ReadonlyMap<TableName, ReadonlySet<string>>): string[] {
  return [...shown].flatMap(([table, fields]) => {
    const { schemaEntries, secrets } = tables[table]
    return Object.keys(schemaEntries)
      .filter((field) => !fields.has(field) && !(secrets as readonly string[]).includes(field))
      .map((field) => `${table}.${field}`)
  })
}
