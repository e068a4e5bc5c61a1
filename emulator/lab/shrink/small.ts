import { catalog } from '../../service/catalog.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { optionTriggers } from '../../host/option-triggers.ts'
import type { FixtureDocument } from '../../engine/matching/fixture.ts'
import type { WorldSection } from '../../engine/matching/schema-world.ts'
import { startTriggers } from '../../engine/triggers/start-triggers.ts'
import type { World } from '../../engine/world/world.ts'
import type { Scenario } from '../../scenario/schema.ts'
import { countRecords, writeRecords } from './written-world.ts'

/** Reference to a record: its table and its id. */
export interface RecordName {
  readonly table: string
  readonly id: string
}

/** Number of records, steps and triggers of a scenario. */
export interface Size {
  readonly records: number
  readonly steps: number
  readonly triggers: number
}

/** Large enough to keep all entries of a run, which a step may count. */
const JOURNAL = { size: 100_000 }

type Records = WorldSection['records']

/** A scenario with its world. Immutable: each change returns a smaller one. */
export class Small {
  /** In the world of the scenario, without its triggers and chaos. */
  readonly #base: Emulator
  /** Without its world. */
  readonly #head: Scenario
  /** The section of its world without its records. */
  readonly #frame: WorldSection
  readonly #write: () => Records
  readonly #isLoaded: boolean
  #records: { readonly written: Records } | undefined

  private constructor(base: Emulator, head: Scenario, frame: WorldSection, write: () => Records, isLoaded: boolean) {
    this.#base = base
    this.#head = head
    this.#frame = frame
    this.#write = write
    this.#isLoaded = isLoaded
  }

  /** Builds the world of a scenario. Throws `EmulatorError` for one that cannot be. */
  static load({ world = {}, ...head }: Scenario, fixtures: readonly FixtureDocument[] = []): Small {
    const { triggers: _triggers, chaos: _chaos, ...rest } = head
    const base = createEmulator({ scenario: { scenario: { ...rest, world }, fixtures }, cors: true, journal: JOURNAL })
    const { records, ...frame } = world
    return new Small(base, head, frame, () => records, true)
  }

  /** True if the world was built from the scenario's text, and not forked from a larger one. */
  get isLoaded(): boolean {
    return this.#isLoaded
  }

  /** The scenario as text would have it. */
  get scenario(): Scenario {
    const { scenario, name, about, ...rest } = this.#head
    const { written: records } = (this.#records ??= { written: this.#write() })
    const { generate, ...frame } = this.#frame
    const world = { ...frame, ...(records !== undefined && { records }), ...(generate !== undefined && { generate }) }
    return { scenario, name, ...(about !== undefined && { about }), world, ...rest }
  }

  get size(): Size {
    const { steps = [], triggers = [] } = this.#head
    return { records: countRecords(this.world), steps: steps.length, triggers: triggers.length }
  }

  /** The world at the start; to be read alone. */
  get world(): World {
    return hostOf(this.#base).world
  }

  /** With other parts than its world; undefined leaves one out. */
  with(changes: { readonly [Name in keyof Omit<Scenario, 'world'>]?: Scenario[Name] | undefined }): Small {
    const parts = Object.entries({ ...this.#head, ...changes }).filter(([, value]) => value !== undefined)
    return new Small(this.#base, Object.fromEntries(parts) as Scenario, this.#frame, this.#write, this.#isLoaded)
  }

  /** With another section of its world, which is built anew. Throws `EmulatorError` for one that cannot be. */
  withWorld(world: WorldSection): Small {
    return Small.load({ ...this.scenario, world })
  }

  /** Removes records and all that refer to them, on a fork of the world. */
  without(records: readonly RecordName[]): Small {
    const base = this.#base.fork({ from: 'start' })
    const { world } = hostOf(base)
    for (const { table, id } of records) world.table(table)!.delete(id)
    startHere(base)
    return new Small(base, this.#head, this.#frame, () => writeRecords(world) as Records, false)
  }

  /** Rebuilds the world from the scenario's text. Throws `EmulatorError` if that fails. */
  reload(): Small {
    return Small.load(this.scenario)
  }

  /** A fresh emulator at the start of the scenario. */
  open(): Emulator {
    const emulator = this.#base.fork({ from: 'start' })
    const source = { scenario: this.#head, fixtures: [] }
    startTriggers(hostOf(emulator).world, catalog, source, optionTriggers({ scenario: source }))
    startHere(emulator)
    return emulator
  }
}

/** Makes the current state the start, to which a reset returns. */
function startHere(emulator: Emulator): void {
  const instance = instanceOf(emulator)
  instance.switchTo({ ...instance.start, snapshot: instance.host.world.snapshot() })
}
