import { applyChange } from '../../host/apply-change.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { citedStatements } from '../../engine/coverage/citation-set.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import { counted } from '../../engine/world/triggers.ts'
import type { World } from '../../engine/world/world.ts'
import { findAltered } from '../../engine/journal/altered.ts'
import { putOverlay } from './put-overlay.ts'
import { canonicalWorld, type Canonical, type WorldMasks } from './canonical.ts'
import type { Client, Limits, Outcome } from './client.ts'
import { comparable } from './output.ts'
import { plain, type Overlay } from './overlay.ts'
import { refuseUntil } from './refuse-until.ts'
import { findNewSecrets, findSecrets, secretsIn, type SentSecret } from './secrets.ts'
import type { Met, MetBy, Seen, Subject } from './subject.ts'

/** Traces of a run in a world of this process. */
export interface Observed extends Seen {
  /** The end as the client gave it. */
  readonly outcome: Outcome
  readonly output: unknown
  readonly world: Canonical
  readonly calls: readonly KeptExchange[]
  /** Rendered on demand: most runs are judged without entries. */
  readonly entries: () => readonly JournalEntry[]
  /** Names of the overlay's triggers that fired. The world may have other triggers. */
  readonly acted: ReadonlySet<string>
  /** True if every change of the overlay was possible. */
  readonly isChanged: boolean
  /** Number of calls that came again before the `Retry-After` of a refusal was over. */
  readonly earlyCalls: number
  /** Secrets of the world that a request held outside of its credentials. */
  readonly sentSecrets: readonly SentSecret[]
  /** Secrets created in this run: keys, tokens, contents of credentials. */
  readonly newSecrets: readonly string[]
  /** Number of opened sockets. */
  readonly openings: number
  /** True if calls arrived as the overlay's order needs them. */
  readonly inOrder: boolean
}

/** A client and the world that it asks: each run has a fork of it. */
export class WorldSubject implements Subject {
  readonly name: string
  readonly isInProcess: boolean
  readonly base: Emulator
  readonly #client: Client
  readonly #masks: WorldMasks | undefined

  /** @param masks paths of records that are not compared */
  constructor(client: Client, base: Emulator, masks?: WorldMasks) {
    this.name = client.name
    this.isInProcess = client.isInProcess === true
    this.base = base
    this.#client = client
    this.#masks = masks
  }

  withMasks(masks: WorldMasks): WorldSubject {
    return masks.size === 0 ? this : new WorldSubject(this.#client, this.base, masks)
  }

  /**
   * Throws `EmulatorError` for a run that is too long to be judged.
   *
   * @param prepare called with the world before anything else
   */
  async run(
    overlay: Overlay,
    limits: Limits,
    signal?: AbortSignal,
    prepare: (world: Emulator) => void = () => {},
  ): Promise<Observed> {
    const emulator = this.base.fork({ from: 'start' })
    prepare(emulator)
    const { world } = hostOf(emulator)
    const planned = putOverlay(world, overlay)
    const start = world.fork()
    // A change made before the run is part of the variant; records that fill a listing are part of the start.
    const isChanged = applyChanges(world, overlay.before)
    const refusing = refuseUntil(emulator, overlay, planned)
    const outcome = await this.#client.run(emulator, limits, signal)
    const earlyCalls = refusing.end()
    const fired = counted(world.state.triggers).filter(({ id, fired: times }) => planned.includes(id) && times > 0)
    applyChanges(world, overlay.after)
    return {
      ...observe(emulator, start, outcome, this.#masks),
      earlyCalls,
      acted: new Set(fired.map(({ id }) => id)),
      isChanged: isChanged && fired.every(({ problem }) => problem === null),
    }
  }

  /** The world in which a run with this overlay begins. */
  startWorld(overlay: Overlay = plain): World {
    const { world } = hostOf(this.base.fork({ from: 'start' }))
    putOverlay(world, overlay)
    return world
  }
}

function observe(
  emulator: Emulator,
  start: World,
  outcome: Outcome,
  masks?: WorldMasks,
): Omit<Observed, 'acted' | 'isChanged' | 'earlyCalls'> {
  requireWhole(emulator.journal)
  const { world, order, openings } = hostOf(emulator)
  const canonical = canonicalWorld(world, start, masks)
  const secrets = findSecrets(start)
  const calls = Array.from(emulator.journal.raw())
  return {
    end: outcome.end,
    said: outcome.said,
    outcome,
    output: comparable(outcome.output, canonical.labels),
    world: canonical,
    calls,
    met: () => findMet(calls),
    altered: () => findAltered(calls),
    units: () => new Set(calls.flatMap(({ unit }) => unit?.id ?? [])),
    entries: () => emulator.journal.entries(),
    sentSecrets: secretsIn(calls, secrets),
    newSecrets: findNewSecrets(world, secrets),
    inOrder: order.isKept,
    openings: openings.count,
  }
}

const noTests: MetBy = { names: [], files: undefined }

function findMet(calls: readonly KeptExchange[]): Met {
  return new Map(
    calls.flatMap(({ citations }) => {
      const { clauses, assumptions } = citedStatements(citations)
      return [...clauses, ...assumptions].map((id) => [id, noTests] as const)
    }),
  )
}

/** Requires a complete journal: a dropped entry may have held a secret, or met the fault. */
function requireWhole({ dropped, size, bytes }: Journal): void {
  if (dropped > 0)
    throw new EmulatorError(
      `a run is too long to be judged: more than ${size} calls, or ${bytes / 1024 / 1024} MiB of requests and answers`,
    )
}

/** Applies the changes. Returns false if one was not possible: as in a trigger, it then has no effect. */
export function applyChanges(world: World, changes: readonly Change[] = []): boolean {
  return changes
    .map((change) => {
      try {
        applyChange(world, change)
        return true
      } catch {
        // Its record no longer exists.
        return false
      }
    })
    .every(Boolean)
}
