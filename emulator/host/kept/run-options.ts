/** Options that act while a server runs, and are no part of what it keeps. */
import { catalog } from '../../service/catalog.ts'
import { startTriggers } from '../../engine/triggers/start-triggers.ts'
import type { Settings } from '../../engine/world/settings.ts'
import type { TriggerState } from '../../engine/world/triggers.ts'
import type { World } from '../../engine/world/world.ts'
import type { Snapshot, WorldState } from '../../engine/world/world-state.ts'
import { given } from '../../engine/checking/given.ts'
import { type Fields, isObject } from '../../engine/checking/is-object.ts'
import { lastingOptions, startedWorld, type StartedWorld, type StartOptions } from '../create-world.ts'
import { optionTriggers } from '../option-triggers.ts'
import { startSettings, withSettings } from '../start-settings.ts'

/** Parts of a state that options change. */
type StateParts = Readonly<Pick<WorldState, 'settings' | 'triggers'>>

/**
 * Settings, facts, a delay, a rate limit and chaos of one run. They act on every world of the run (`act`), and `plain` gives
 * states without them. What a request changes meanwhile is kept.
 */
export class RunOptions {
  readonly #options: StartOptions
  /** Settings and triggers in force, by those that are kept, and the other way round. */
  readonly #acting = new WeakMap<object, Settings | TriggerState>()
  readonly #plain = new WeakMap<object, Settings | TriggerState>()
  /** Last settings that these options acted on, and the result. */
  #last: { readonly plain: Settings; readonly acting: Settings } | undefined
  /** Sections of starts that are kept, by those with the options. */
  readonly #sections = new WeakMap<StartedWorld, StartedWorld>()
  /** Triggers of the options, as JSON. */
  readonly #triggers = new Set<string>()

  constructor({ settings, broken, ...options }: StartOptions) {
    this.#options = { ...given({ settings, broken }), ...lastingOptions(options) }
  }

  /** Puts the options in force in a world that was kept without them. Throws `EmulatorError` for triggers of no use. */
  act(world: World): void {
    const { settings, triggers } = world.state
    const known = this.#acting.get(settings) as Settings | undefined
    if (known === undefined) withSettings(world, this.#options)
    else world.settings = known
    const acting = this.#acting.get(triggers) as TriggerState | undefined
    if (acting === undefined) startTriggers(world, catalog, undefined, optionTriggers(this.#options))
    else world.state.triggers = acting
    this.created(world.state, { settings, triggers })
  }

  /** Notes the state of a world that was created with the options, and what it would have without them. */
  created(acting: StateParts, plain: Partial<StateParts>): void {
    if (plain.settings !== undefined) this.#pairSettings(plain.settings, acting.settings)
    if (plain.triggers !== undefined) this.#pair(plain.triggers, acting.triggers)
    const names = new Set(optionTriggers(this.#options).map(({ name }) => name))
    for (const { trigger } of acting.triggers.entries)
      if (names.has(trigger['name'] as string)) this.#triggers.add(JSON.stringify(trigger))
  }

  /** Notes a world that was created from a start, whose section is `section`. */
  createdFrom(start: StartOptions, world: World, section: StartedWorld | undefined): void {
    const { settings: _s, broken: _b, facts: _f, ...own } = start
    if (own.state !== undefined) return
    const plain = startedWorld(own)
    this.created(world.state, { settings: startSettings(own, plain.fixtures, world.seed) })
    if (section !== undefined) this.#sections.set(section, plain)
  }

  /** A start as a section of a scenario, without what the options put into it. */
  plainSection(section: StartedWorld): StartedWorld {
    return this.#sections.get(section) ?? section
  }

  /** A start that was kept as a section, with the options. */
  actingSection(plain: StartedWorld): StartedWorld {
    const { settings, broken } = this.#options
    if (settings === undefined && broken === undefined) return plain
    const { section } = plain
    const put = { ...(section['settings'] as object | undefined), ...settings, ...(broken && { broken: [...broken] }) }
    const acting = { ...plain, section: { ...section, settings: put } }
    this.#sections.set(acting, plain)
    return acting
  }

  #pairSettings(plain: Settings, acting: Settings): void {
    this.#pair(plain, acting)
    this.#last = { plain, acting }
  }

  #pair(plain: Settings | TriggerState, acting: Settings | TriggerState): void {
    this.#acting.set(plain, acting)
    this.#plain.set(acting, plain)
  }

  /** A state as it is kept: without what the options put into it. */
  plain(state: Snapshot): Snapshot {
    return { ...state, settings: this.#plainSettings(state.settings), triggers: this.#plainTriggers(state.triggers) }
  }

  #plainSettings(settings: Settings): Settings {
    const known = this.#plain.get(settings) as Settings | undefined
    if (known !== undefined || this.#last === undefined) return known ?? settings
    const plain = without(settings, this.#last.acting, this.#last.plain) as unknown as Settings
    this.#plain.set(settings, plain)
    return plain
  }

  #plainTriggers(state: TriggerState): TriggerState {
    const known = this.#plain.get(state) as TriggerState | undefined
    if (known !== undefined || this.#triggers.size === 0) return known ?? state
    const kept = state.entries.flatMap(({ trigger }, i) => (this.#triggers.has(JSON.stringify(trigger)) ? [] : [i]))
    const plain: TriggerState = {
      entries: kept.map((i) => state.entries[i]!),
      matched: kept.map((i) => state.matched[i]!),
      fired: kept.map((i) => state.fired[i]!),
      problems: kept.map((i) => state.problems[i]!),
      fullAt: kept.map((i) => state.fullAt[i]!),
      drawn: kept.map((i) => state.drawn[i]),
      next: state.next,
    }
    this.#plain.set(state, plain)
    return plain
  }
}

/** Settings with each that stands as `acting` put it, and not as in `plain`, replaced by the plain one. */
function without(settings: object, acting: object, plain: object): Fields {
  const [now, put, kept] = [settings, acting, plain] as [Fields, Fields, Fields]
  const names = new Set([...Object.keys(now), ...Object.keys(kept)])
  return Object.fromEntries(
    Array.from(names, (name): [string, unknown] => {
      const [value, set, before] = [now[name], put[name], kept[name]]
      if (isObject(value) && isObject(set) && isObject(before)) return [name, without(value, set, before)]
      return [name, isSame(value, set) ? before : value]
    }).filter(([, value]) => value !== undefined),
  )
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
