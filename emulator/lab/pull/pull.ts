import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Target as ScenarioTarget } from '../../scenario/targets/target.ts'
import { catalog } from '../../service/catalog.ts'
import { listings, readListing, type ObservedListing } from '../drift/listings.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { readRate } from '../drift/options.ts'
import { PacedTarget } from '../drift/target.ts'
import { now as realNow, wait as realWait } from '../engine/real-time.ts'
import { PulledWorld } from './pulled-world.ts'
import { Reader } from './reader.ts'
import { StandIns } from './stand-ins.ts'
import { findHidden, States, WHOLE, type TableState } from './states.ts'
import { writeFixture } from './written-fixture.ts'

export interface PullOptions {
  readonly target: Pick<ScenarioTarget, 'name' | 'request' | 'connect'>
  readonly apiKey: string
  /** Id or alias. */
  readonly org: string
  /** Name of the fixture. */
  readonly name: string
  /** Replaces names and values by stand-ins. */
  readonly anonymize?: boolean
  /** Requests a second, such as `5/s`, the default. */
  readonly rate?: string
  /** Real time for the run. Default `5m`. */
  readonly budget?: string | number
  /** Real time for one answer. Default `10s`. */
  readonly timeLimit?: string | number
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: PullProgress) => void
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly now?: () => number
}

export interface PullProgress {
  readonly table: string
  readonly requests: number
  readonly records: number
}

export interface Pulled {
  readonly fixture: FixtureDocument
  readonly tables: readonly TableState[]
  /** Fields that no answer showed, such as `orgs.enabled_blob_types`. */
  readonly hidden: readonly string[]
  /** Places of numbers that a double cannot hold, such as `objects.value.id`: the fixture has them as text. */
  readonly asText: readonly string[]
  /** Key of the fixture that stands for the one that read it. */
  readonly key: string
  readonly requests: number
}

/**
 * Reads an organization of a service, as a key sees it, and writes it as a fixture. Sends reads alone.
 *
 * @throws EmulatorError for wrong options, an unknown organization, and a service that is not the API or stops answering
 */
export async function pull(options: PullOptions): Promise<Pulled> {
  const { target, signal, now = realNow, wait = realWait } = options
  const paced = new PacedTarget(target, {
    every: readRate(options.rate ?? '5/s'),
    timeLimit: readMilliseconds('timeLimit', options.timeLimit ?? '10s'),
    until: now() + readMilliseconds('budget', options.budget ?? '5m', 0),
    now,
    wait,
    signal,
  })
  try {
    const reader = new Reader(paced, options.apiKey, wait, signal)
    return await new Pull(options, reader).run(await reader.look())
  } finally {
    paced.close()
  }
}

/** Readers of single records that listings name and did not have, by table. */
const single: Readonly<Record<string, (reader: Reader, id: string) => ReturnType<Reader['get']>>> = {
  users: (reader, id) => reader.get(`/users/${encodeURIComponent(id)}`),
  definitions: (reader, id) => reader.call('workflow.get_definition', { definition_id: id }),
  sessions: (reader, id) => reader.call('workflow.get_session', { session_id: id }),
}

class Pull {
  readonly #options: PullOptions
  readonly #reader: Reader
  // A time that no record has: each keeps its own.
  readonly #emulator = createEmulator({ fixtures: [], journal: false, start: 0 })
  readonly #world: PulledWorld
  readonly #states = new States()
  /** Records as the service shows them, with its ids, by table. */
  readonly #items = new Map<string, Map<string, Fields>>()
  /** Ids of records that were read one by one. */
  readonly #named = new Set<string>()
  #records = 0
  #unnamed = 0

  constructor(options: PullOptions, reader: Reader) {
    this.#options = options
    this.#reader = reader
    this.#world = new PulledWorld(
      this.#emulator.world,
      options.apiKey,
      options.anonymize === true ? new StandIns() : undefined,
    )
  }

  /** `me`: the caller's own user. */
  async run(me: Fields): Promise<Pulled> {
    const { org, isScoped, isListed } = await this.#findOrg()
    this.#take('users', me)
    this.#take('orgs', org)
    const parents = { orgs: [org], users: isScoped ? [] : [me] }
    for (const listing of listings) {
      const of = parents[listing.of as keyof typeof parents] ?? this.#list(listing.of)
      await this.#pullListing(listing, of, listing.table === 'blobs' && !isScoped && !isListed)
    }
    const target = isScoped
      ? ({ target: 'org', target_id: readId(org) } as const)
      : ({ target: 'user', target_id: readId(me) } as const)
    const key = this.#findOwnKey(readId(me)) ?? this.#world.addKey({ role: 'admin', ...target }, readId(me))
    return this.#write(String(org['alias']), key)
  }

  #write(alias: string, key: string): Pulled {
    const { name, anonymize = false, target } = this.#options
    const states = this.#states.list((table) => this.#emulator.world.table(table)!.size)
    const hidden = findHidden(this.#world.shown)
    const source = anonymize ? undefined : `the organization ${alias} of ${target.name}`
    const asText = [...this.#reader.lost]
    const fixture = writeFixture(hostOf(this.#emulator).world, { name, source, states, hidden, asText })
    return { fixture, tables: states, hidden, asText, key, requests: this.#reader.requests }
  }

  /** Finds the organization among those of the caller, or by its name. A scoped key cannot list any. */
  async #findOrg(): Promise<{ readonly org: Fields; readonly isScoped: boolean; readonly isListed: boolean }> {
    const { org: wanted } = this.#options
    const mine = await this.#reader.get('/users/me/orgs')
    const isScoped = mine?.code === 'forbidden'
    const listed = mine?.fields['orgs']
    const orgs = Array.isArray(listed) ? listed.filter(isObject) : []
    const seen = await this.#reader.get(`/orgs/${encodeURIComponent(wanted)}`)
    const read = seen?.fields['org']
    const own = orgs.find(({ id, alias }) => id === wanted || alias === wanted)
    const org = isObject(read) ? read : own
    if (org !== undefined && typeof org['id'] === 'string') return { org, isScoped, isListed: own !== undefined }
    const aliases = orgs.flatMap(({ alias }) => (typeof alias === 'string' ? alias : []))
    const reads = aliases.length === 0 ? '' : `; those of its user are ${aliases.slice(0, 10).join(', ')}`
    const why = seen?.code === undefined ? '' : ` (${[seen.status, seen.code].join(' ')})`
    throw new EmulatorError(
      `the key cannot read an organization '${wanted}'${why}${didYouMean(wanted, aliases)}${reads}`,
    )
  }

  /** Reads a listing of each parent. A filtered one may have been cut before the filter, which nothing shows. */
  async #pullListing(listing: ObservedListing, parents: readonly Fields[], isFiltered: boolean): Promise<void> {
    const unit = catalog.find(({ id }) => id === listing.unit)!
    const states: string[] = []
    for (const parent of parents) {
      const { pages, state } = await this.#reader.list(listing, unit, parent)
      states.push(isFiltered && state === WHOLE ? 'those of the first 1 MB that this key sees' : state)
      const items = readListing(pages).map((item) => this.#withId(item))
      for (const item of items) await this.#takeNamed(listing.table, item)
      // A page may have a record before one that it names.
      const refused = items.filter((item) => this.#take(listing.table, item) !== undefined)
      for (const item of refused) {
        const problem = this.#take(listing.table, item)
        if (problem !== undefined) this.#states.refuse(listing.table, problem)
      }
      this.#options.onProgress?.({ table: listing.table, requests: this.#reader.requests, records: this.#records })
    }
    this.#states.note(listing, states)
  }

  /** Names a record without an id, which not every record has. */
  #withId(item: Fields): Fields {
    return typeof item['id'] === 'string' ? item : { ...item, id: `unnamed ${++this.#unnamed}` }
  }

  /** Takes the records that a record names and no listing had: users who left, definitions behind a cut. */
  async #takeNamed(table: TableName, item: Fields): Promise<void> {
    for (const { field, table: named } of (tables[table] as unknown as TableDefinition).references) {
      const id = item[field]
      const read = typeof named === 'string' ? single[named] : undefined
      if (read === undefined || typeof id !== 'string' || this.#items.get(named as string)?.has(id)) continue
      if (this.#named.has(id)) continue
      this.#named.add(id)
      const { noun } = tables[named as TableName]
      const found = (await read(this.#reader, id))?.fields[noun]
      if (isObject(found)) this.#take(named as TableName, found)
    }
  }

  #take(table: TableName, item: Fields): string | undefined {
    const items = this.#items.get(table) ?? new Map<string, Fields>()
    this.#items.set(table, items)
    const problem = this.#world.take(table, item)
    if (problem !== undefined) return problem
    if (!items.has(readId(item))) this.#records++
    items.set(readId(item), item)
    return undefined
  }

  /** The listed key that reads, by the beginning of its secret. Where several fit, one with the highest role. */
  #findOwnKey(user: string): string | undefined {
    const fits = this.#list('api_keys').filter(({ key_prefix: prefix, user_id: id }) => {
      const start = typeof prefix === 'string' ? prefix.replace(/\*+$/, '') : ''
      return id === user && start !== '' && this.#options.apiKey.startsWith(start)
    })
    const [own] = ['admin', 'write', 'read'].flatMap((role) => fits.filter((key) => key['role'] === role))
    return own && this.#emulator.world.api_keys.get(this.#world.findId(readId(own)))?.key
  }

  #list(table: TableName): readonly Fields[] {
    return [...(this.#items.get(table)?.values() ?? [])]
  }
}

function readId({ id }: Fields): string {
  return String(id)
}
