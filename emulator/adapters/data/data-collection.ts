import { Collection } from '@msw/data'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { Emulator } from '../../host/emulator.ts'
import { isSameNonTableState } from '../../engine/world/history.ts'
import type { Arranged, ArrangedTable } from '../../engine/world/arrange.ts'
import type { BaseRecord } from '../../engine/world/row.ts'
import type { WorldState } from '../../engine/world/world-state.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'

/** A table as a Standard Schema: `create` takes what `emulator.world` takes, queries return the stored record. */
export interface TableSchema<R> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'svc-emulator'
    validate(value: unknown): { readonly value: R }
    readonly types?: { readonly input: Arranged<R>; readonly output: R }
  }
}

type Base = Collection<TableSchema<BaseRecord>>
type Mirror = Awaited<ReturnType<Base['create']>>
type RecordPredicate = Parameters<Base['findMany']>[0]
type DeleteTarget = Parameters<Base['delete']>[0]
type Update = Parameters<Base['updateMany']>[1]

// The world validates records, with better messages than a schema has.
const schema: TableSchema<BaseRecord> = {
  '~standard': { version: 1, vendor: 'svc-emulator', validate: (value) => ({ value: value as BaseRecord }) },
}

/**
 * A collection whose records are those of a table of the world. Its array is refilled if the world has changed since
 * the last query; a record keeps its mirror object as long as it exists.
 *
 * Methods return `never`: `createCollections` casts the collection to `Collection`, which has their types.
 */
export class MirroredCollection extends Collection<TableSchema<BaseRecord>> {
  readonly #emulator: Emulator
  readonly #name: string
  readonly #symbols: { readonly key: symbol; readonly relations: symbol }
  readonly #mirrors = new WeakMap<BaseRecord, Mirror>()
  #seen: { state: WorldState; version: number } | undefined

  constructor(emulator: Emulator, name: string, symbols: { key: symbol; relations: symbol }) {
    super({ schema })
    this.#emulator = emulator
    this.#name = name
    this.#symbols = symbols
  }

  get #table(): ArrangedTable {
    return this.#emulator.world.table(this.#name)!
  }

  override async create(initialValues: Arranged<BaseRecord>): Promise<never> {
    return this.#announce(this.#table.insert(withoutSymbols(initialValues)))
  }

  override async createMany(count: number, initialValues: (index: number) => Arranged<BaseRecord>): Promise<never> {
    const records = this.#allOrNone(() =>
      Array.from({ length: count }, (_, index) => this.#table.insert(withoutSymbols(initialValues(index)))),
    )
    return Promise.all(records.map((record) => this.#announce(record))) as never
  }

  override findFirst(predicate?: RecordPredicate, options?: object): never {
    this.#fill()
    return super.findFirst(predicate, options) as never
  }

  override findMany(predicate?: RecordPredicate, options?: object): never {
    this.#fill()
    return super.findMany(predicate, options) as never
  }

  override count(): number {
    this.#fill()
    return super.count()
  }

  override all(): Mirror[] {
    this.#fill()
    return super.all()
  }

  override async update(target: DeleteTarget, options: Update): Promise<never> {
    const before = this.#findRecord(target)
    if (before === undefined) return super.update(target, options) as never
    const next = await this.#produce(() => super.update(before, options))
    return this.#write([before], [next!])[0] as never
  }

  override async updateMany(predicate: NonNullable<RecordPredicate>, options: Update): Promise<never> {
    const before = new Map((this.findMany(predicate) as Mirror[]).map((record) => [record.id, record]))
    const next = await this.#produce(() => super.updateMany(predicate, options))
    return this.#write(
      next.map(({ id }, index) => before.get(id) ?? [...before.values()][index]!),
      next,
    ) as never
  }

  override delete(target: DeleteTarget, options?: object): never {
    const record = this.#findRecord(target)
    if (record === undefined) return super.delete(target, options) as never
    super.delete(record)
    const prevented = super.all().some(({ id }) => id === record.id)
    this.#seen = undefined
    if (!prevented && this.#table.get(record.id) !== undefined) this.#table.delete(record.id)
    return record as never
  }

  override deleteMany(predicate: NonNullable<RecordPredicate>, options?: object): never {
    const records = this.findMany(predicate, options) as Mirror[]
    for (const record of records) this.delete(record)
    return records as never
  }

  override clear(): void {
    for (const record of this.all().slice()) this.delete(record)
  }

  override defineRelations(): never {
    throw new EmulatorError(
      `the collection '${this.#name}' takes no relations: references of the world are the ids in fields such as org_id`,
    )
  }

  /** Current mirror of a record. */
  #findRecord(target: DeleteTarget): Mirror | undefined {
    this.#fill()
    if (!this.#isRecord(target)) return super.findFirst(target)
    const record = this.#table.get(target.id)
    return record && this.#mirrors.get(record)
  }

  #isRecord(target: DeleteTarget): target is Mirror {
    return typeof target === 'object' && this.#symbols.key in target
  }

  /** Runs the hooks of the collection for a record that the world has accepted. A hook that throws removes it again. */
  async #announce(record: BaseRecord): Promise<never> {
    try {
      await super.create({ ...record, [this.#symbols.key]: record.id } as never)
    } catch (error) {
      if (this.#table.get(record.id) !== undefined) this.#table.delete(record.id)
      throw error
    } finally {
      this.#seen = undefined
    }
    this.#fill()
    return (this.#mirrors.get(record) ?? this.#mirror(record)) as never
  }

  /** Runs an update of the library whose result is not yet in the world. No query may see it until then. */
  async #produce<T>(update: () => Promise<T>): Promise<T> {
    try {
      return await update()
    } finally {
      this.#seen = undefined
    }
  }

  /** Writes the changed fields of all records, or of none. */
  #write(before: readonly Mirror[], after: readonly BaseRecord[]): Mirror[] {
    this.#allOrNone(() =>
      after.forEach((next, index) => this.#table.update(before[index]!.id, changes(before[index]!, next))),
    )
    this.#fill()
    return before.map(({ id }) => this.#mirrors.get(this.#table.get(id)!)!)
  }

  #allOrNone<T>(work: () => T): T {
    const instance = instanceOf(this.#emulator)
    const snapshot = this.#emulator.snapshot()
    const before = { ...instance.host.world.state }
    try {
      return work()
    } catch (error) {
      const { state } = instance.host.world
      const did = `test: undo of a write to '${this.#name}' that failed`
      if (state.version !== before.version || !isSameNonTableState(before, state))
        instance.change({ via: 'test', unit: 'restore', did }, () => instance.restore(snapshot), true)
      throw error
    }
  }

  #fill(): void {
    const { state } = hostOf(this.#emulator).world
    if (this.#seen?.state === state && this.#seen.version === state.version) return
    this.#seen = { state, version: state.version }
    const mirrors = this.#table.list().map((record) => this.#mirrors.get(record) ?? this.#mirror(record))
    // The library returns its own array here, so that queries find the records of the world in it.
    const held = super.all()
    held.length = 0
    for (const mirror of mirrors) held.push(mirror)
  }

  #mirror(record: BaseRecord): Mirror {
    const mirror = Object.defineProperties(
      { ...record },
      {
        [this.#symbols.key]: { value: record.id },
        [this.#symbols.relations]: { value: new Map() },
      },
    )
    this.#mirrors.set(record, Object.freeze(mirror) as Mirror)
    return mirror as Mirror
  }
}

/** Removes the library's symbols from a spread record, so that `create` does not copy its identity. */
function withoutSymbols(values: object): Arranged<BaseRecord> {
  return Object.fromEntries(Object.entries(values)) as Arranged<BaseRecord>
}

function changes(before: object, after: object): Arranged<BaseRecord> {
  const changed: Record<string, unknown> = {}
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, next] = [before, after].map((record) => (record as Record<string, unknown>)[field])
    if (!same(old, next)) changed[field] = next
  }
  return changed as Arranged<BaseRecord>
}

function same(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}
