import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { aChoice, aText, checkOptions, type OptionKinds } from '../engine/checking/options.ts'
import type { Path, Problem } from '../engine/checking/problems.ts'
import type { Fault } from '../engine/faults/registry.ts'
import type { JournalEntry } from '../engine/journal/journal-entry.ts'
import type { HeldRequest } from '../engine/kernel/gates.ts'
import type { CommandName, EndpointName } from '../contract/naming.ts'
import { isCommandName } from '../engine/matching/meant-unit.ts'
import { checkTrigger } from '../engine/triggers/check-trigger.ts'
import { listActions } from '../engine/triggers/impossible.ts'
import { isChange, isRule } from '../engine/triggers/compiled.ts'
import type { Trigger, When } from '../engine/triggers/schema.ts'
import type { Gate, HoldingGate } from './gates.ts'
import type { Instance } from './instance.ts'

/** Requests that a gate holds: an endpoint, a command, or any conditions of a trigger. */
export type HeldWhen = EndpointName | CommandName | When

export interface HoldOptions {
  /** `before` (by default) holds a request before it is handled, `after` once its work is done. */
  readonly at?: 'before' | 'after'
  /** Name for the control API, and of the gate of triggers (`do: { hold: name }`). */
  readonly name?: string
}

const holdOptions: OptionKinds<HoldOptions> = { at: aChoice('before', 'after'), name: aText }

/**
 * Opens a gate in a world. Throws `EmulatorError` with all problems of its conditions; `path` is their position in what
 * the caller gave.
 */
export function openGate(
  instance: Instance,
  given: HeldWhen,
  options: HoldOptions = {},
  path: Path = ['hold'],
): HoldingGate {
  checkOptions('hold', options, holdOptions)
  const { at, name } = options
  const when = { ...readWhen(given), ...(at !== undefined && { at }) }
  const { trigger, problems } = check(instance, { when, do: { hold: name ?? true } })
  if (trigger === undefined)
    throw new EmulatorError(problems.map((problem) => ({ ...problem, path: [...path, ...problem.path.slice(1)] })))
  if (name !== undefined && instance.host.holds.get(name) !== undefined)
    throw new EmulatorError(`hold: there is a gate '${name}' already; remove it first, or give another name`)
  return instance.host.holds.add(structuredClone(trigger.when), name)
}

/** Conditions of a gate, which may be the name of an endpoint or a command alone. */
export function readWhen(given: HeldWhen): When {
  if (typeof given !== 'string') return given
  return (isCommandName(given) ? { command: given } : { endpoint: given }) as When
}

function check({ host }: Instance, trigger: unknown): ReturnType<typeof checkTrigger> {
  return checkTrigger(host.world, host.kernel.units, trigger)
}

/** Faults of a release: none, one or several. */
export type ReleaseWith = Fault | readonly Fault[] | undefined

interface HoldReleaseOptions {
  readonly all?: boolean
  /** Number of the entry of the request to let go, in place of the oldest. */
  readonly entry?: number | undefined
  /** Position of the faults in what the caller gave. */
  readonly path?: Path
}

/** Lets the oldest request of a gate go on, or all of them. Throws `EmulatorError` for faults that cannot act on it. */
export function releaseFrom(
  instance: Instance,
  gate: HoldingGate,
  given: ReleaseWith,
  { all = false, entry, path = ['release'] }: HoldReleaseOptions = {},
): void {
  const faults = given === undefined ? [] : [given].flat()
  const check = (request: HeldRequest) => checkRelease(instance, given, request, path)
  if (all) gate.releaseAll(faults, check)
  else gate.release(faults, check, entry)
}

function checkRelease(instance: Instance, given: ReleaseWith, { via }: HeldRequest, at: Path): void {
  if (given === undefined || (Array.isArray(given) && given.length === 0)) return
  const when = via === 'http' ? { endpoint: '*' } : { command: '*', via }
  const { trigger, problems } = check(instance, { when, do: given })
  const found = trigger === undefined ? problems : unfit(trigger)
  if (found.length > 0)
    throw new EmulatorError(found.map((problem) => ({ ...problem, path: [...at, ...problem.path.slice(1)] })))
}

/** Problems of actions that a release cannot do. */
function unfit(trigger: Trigger): Problem[] {
  return listActions(trigger.do).flatMap(([action, path]): Problem[] => {
    const message =
      'hold' in action
        ? 'a request cannot be let go and held by one call; open another gate for it'
        : 'stale' in action
          ? 'a request that was held reads the world as it is; make its unit stale by a trigger'
          : isChange(action)
            ? 'expected a fault; a change is made before the release: `emulator.world`, or a step `change`'
            : isRule(action)
              ? 'expected a fault; rules are given to a request when it arrives'
              : undefined
    return message === undefined ? [] : [{ kind: 'value', path: [...path, Object.keys(action)[0]!], message }]
  })
}

/** A gate as users meet it. */
export function publicGate(instance: Instance, gate: HoldingGate): Gate {
  return {
    id: gate.id,
    name: gate.name,
    get entries() {
      return readEntries(instance, gate)
    },
    arrived: (count) => gate.arrived(count),
    release: (faults) => releaseFrom(instance, gate, faults),
    releaseAll: (faults) => releaseFrom(instance, gate, faults, { all: true }),
    remove: () => gate.remove(),
    [Symbol.dispose]: () => gate.remove(),
  }
}

function readEntries({ journal }: Instance, { numbers }: HoldingGate): JournalEntry[] {
  if (journal === undefined)
    throw new EmulatorError('entries: this emulator keeps no journal: it was created with `journal: false`')
  return numbers.flatMap((number) => {
    const entry = journal.get(number)
    return entry === undefined ? [] : [journal.rendered(entry) as JournalEntry]
  })
}
