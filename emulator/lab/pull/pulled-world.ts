import { isUuid } from '../../contract/uuid.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import type { ArrangedWorld } from '../../engine/world/arrange.ts'
import type { TableDefinition } from '../../engine/world/definition.ts'
import { tables, type TableName } from '../../engine/world/tables/index.ts'
import { isIdField } from '../../engine/world/vary-ids.ts'
import { adopt } from '../drift/listings.ts'
import type { StandIns } from './stand-ins.ts'

/** Beginnings of secrets that listings show; a new key derives its own. */
const DERIVED = ['key_prefix', 'target_target_id']

/** Takes records as a service lists them into an empty world: without secrets, and with ids that are UUIDs. */
export class PulledWorld {
  readonly #world: ArrangedWorld
  readonly #apiKey: string
  readonly #standIns: StandIns | undefined
  readonly #ids = new Map<string, string>()
  readonly #secrets = new Set<string>()
  /** Fields that records of a table had. */
  readonly shown = new Map<TableName, Set<string>>()

  constructor(world: ArrangedWorld, apiKey: string, standIns: StandIns | undefined) {
    this.#world = world
    this.#apiKey = apiKey
    this.#standIns = standIns
  }

  /** Takes a record. Returns the reason if the emulator refuses it. */
  take(table: TableName, item: Fields): string | undefined {
    const shown = this.shown.get(table) ?? new Set<string>(DERIVED)
    this.shown.set(table, shown)
    for (const name of Object.keys(item)) shown.add(name)
    const { secrets } = tables[table] as unknown as TableDefinition
    const kept = Object.entries(item).filter(([name]) => !secrets.includes(name as never) && !DERIVED.includes(name))
    const own = Object.fromEntries(
      kept.map(([name, value]) => [
        name,
        isIdField(name) && typeof value === 'string' ? this.findId(value) : this.#own(value),
      ]),
    )
    const record = this.#standIns?.anonymize(own) ?? own
    return adopt(this.#world, table, { ...record, ...this.#makeSecret(table, record) })
  }

  /** Adds the key of the caller where no listing had it. Returns its secret. */
  addKey(
    key: { readonly role: 'admin'; readonly target: 'org' | 'user'; readonly target_id: string },
    user: string,
  ): string {
    const record = { ...key, user_id: this.findId(user), created_by_user_id: this.findId(user) }
    const target = this.findId(key.target_id)
    return this.#world.api_keys.insert({
      ...record,
      target_id: target,
      key: this.#nameKey({ ...key, target_id: target }),
    }).key
  }

  /** The id that a record has here. */
  findId(id: string): string {
    if (isUuid(id)) return id
    const known = this.#ids.get(id) ?? `00000000-0000-4000-8000-${String(this.#ids.size + 1).padStart(12, '0')}`
    this.#ids.set(id, known)
    return known
  }

  /** A value within a record, with the ids that records have here. */
  #own(value: unknown): unknown {
    if (typeof value === 'string') return this.#ids.get(value) ?? value.replaceAll(this.#apiKey, 'pulled-key')
    if (Array.isArray(value)) return value.map((item) => this.#own(item))
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#own(inner)]))
  }

  /** A stand-in for the secret of a record, as no listing shows it. */
  #makeSecret(table: TableName, record: Fields): Fields {
    if (table === 'api_keys') return { key: this.#nameKey(record) }
    return table === 'credentials' ? { value: this.#unique(`pulled-${String(record['name'])}`) } : {}
  }

  #nameKey({ target, target_id: id, role }: Fields): string {
    const table = target === 'org' ? 'orgs' : target === 'blob' ? 'blobs' : 'users'
    const alias = this.#world[table].get(String(id))?.alias
    return this.#unique(`pulled-${alias ?? String(target)}-${String(role)}`)
  }

  #unique(secret: string): string {
    let own = secret
    for (let n = 2; this.#secrets.has(own); n++) own = `${secret}-${n}`
    this.#secrets.add(own)
    return own
  }
}
