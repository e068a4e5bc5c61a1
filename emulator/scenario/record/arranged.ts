/** Changes of the world by tests, steps and control calls, between the exchanges of a journal. */
import type { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { isExchange, type KeptChange, type KeptEntry } from '../../engine/journal/entry.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import type { Settings } from '../../engine/world/settings.ts'
import type { Scenario } from '../schema.ts'
import { ChangeFinder, isSameWorld } from './from-changes.ts'

/** Units of changes that move world time, by a step, a test or a control call. */
export const clockUnits: ReadonlySet<string> = new Set(['clock', 'clock.advance', 'POST /clock'])

const SETTINGS = 'PATCH /settings'
const triggerUnit = /^triggers\.|^[A-Z]+ \/triggers(?:\/|$)/

/** Changes of an entry, or the reason why no step can make them. */
type FoundChanges = readonly Change[] | string

export interface ArrangedStart {
  /** Entry number -> its changes, or the reason for none. */
  readonly changes: ReadonlyMap<number, FoundChanges>
  /** Settings at the first exchange. */
  readonly settings: Settings
}

/**
 * Reads changes that no request made. Triggers and settings from before the first exchange become part of the start.
 */
export function readArranged(emulator: Emulator, entries: readonly KeptEntry[]): ArrangedStart {
  const first = entries.findIndex(isExchange)
  const begins = first < 0 ? entries.length : first
  const settings = settingsAt(emulator, entries, begins)
  const { tracer, world } = hostOf(emulator)
  const finder = tracer && new ChangeFinder(tracer, world)
  const changes = new Map<number, FoundChanges>()
  for (const [index, entry] of entries.entries()) {
    if (!isArranged(entry)) continue
    const found =
      fromStart(entry, index < begins && (entry.unit !== SETTINGS || settings !== undefined)) ??
      afterJump(emulator, entry, entries[index - 1]) ??
      finder?.find(entry.number) ??
      'only a trace knows what it wrote (`trace: true`)'
    if (typeof found === 'string') changes.set(entry.number, `${entry.did}: ${found}`)
    else if (found.length > 0) changes.set(entry.number, found)
  }
  return { changes, settings: settings ?? instanceOf(emulator).start.snapshot.settings }
}

/** True for a change by a test, a step or a control call. A replay makes changes by due work and triggers by itself. */
function isArranged(entry: KeptEntry): entry is KeptChange {
  return !isExchange(entry) && entry.via !== 'time' && entry.via !== 'trigger'
}

/** Settings at the first exchange; undefined if they are no longer known. */
function settingsAt(emulator: Emulator, entries: readonly KeptEntry[], begins: number): Settings | undefined {
  const { tracer, world } = hostOf(emulator)
  const isSet = (entry: KeptEntry): boolean => isArranged(entry) && entry.unit === SETTINGS
  const last = entries.slice(0, begins).findLast(isSet)
  if (last === undefined) return instanceOf(emulator).start.snapshot.settings
  if (!entries.slice(begins).some(isSet)) return world.settings
  return tracer?.worldAt(last.number, 'after')?.settings
}

/**
 * Result for changes of clock, triggers and settings; undefined for others. Clock steps follow from the times of
 * exchanges.
 */
function fromStart({ unit }: KeptChange, isEarly: boolean): FoundChanges | undefined {
  if (clockUnits.has(unit)) return []
  if (triggerUnit.test(unit)) return isEarly ? [] : 'a scenario has its triggers from the start'
  if (unit === SETTINGS) return isEarly ? [] : 'a scenario has its settings from the start'
  return undefined
}

/** Result for a jump of the world; undefined for other changes. A jump back to the entry before needs no step. */
function afterJump(
  emulator: Emulator,
  { isJump, number }: KeptChange,
  previous: KeptEntry | undefined,
): FoundChanges | undefined {
  if (!isJump) return undefined
  const { tracer, world } = hostOf(emulator)
  const reached = tracer?.worldAt(number, 'after')
  const start = world.fork()
  if (previous === undefined) start.restore(instanceOf(emulator).start.snapshot)
  const left = previous === undefined ? start : tracer?.worldAt(previous.number, 'after')
  const isSame = reached !== undefined && left !== undefined && isSameWorld(left, reached)
  // A clock step does all work that is due at a moment.
  if (isSame && reached.state.nextDue <= reached.now)
    return 'no step stops between two pieces of work that are due at once'
  return isSame ? [] : 'no step takes the world to another state'
}

/** The `world` section of the start, with the settings that were changed since. */
export function withSettings(emulator: Emulator, settings: Settings): Scenario['world'] {
  const { start } = instanceOf(emulator)
  const section = start.world?.section as Scenario['world']
  const changed = changes(start.snapshot.settings, settings)
  if (Object.keys(changed).length === 0) return section
  const merged = Object.entries(changed).map(([name, value]): [string, unknown] => {
    const old = (section?.settings as Readonly<Record<string, unknown>> | undefined)?.[name]
    return [name, isObject(value) ? { ...(old as object | undefined), ...value } : value]
  })
  const kept = Object.entries({ ...section?.settings, ...Object.fromEntries(merged) })
  return { ...section, settings: Object.fromEntries(kept.filter(([, value]) => value !== undefined)) }
}

/** Fields of settings that differ, those of limits and statuses one by one. A removed field is undefined. */
function changes(before: object, after: object): Record<string, unknown> {
  const [old, present] = [before, after] as Readonly<Record<string, unknown>>[]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const found = names.map((name): [string, unknown] => {
    const [was, is] = [old![name], present![name]]
    return [name, isObject(was) && isObject(is) ? changes(was, is) : is]
  })
  return Object.fromEntries(found.filter(([name]) => JSON.stringify(old![name]) !== JSON.stringify(present![name])))
}
