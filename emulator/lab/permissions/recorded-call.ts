import type { KeptExchange } from '../../engine/journal/entry.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import type { World } from '../../engine/world/world.ts'
import type { Emulator } from '../../host/emulator.ts'
import { identify, type TrialRequest } from './trial.ts'

/** One call of a run, as it can be made again. */
export interface RecordedCall {
  /** Number of its entry in the journal. */
  readonly entry: number
  /** Id of its unit. */
  readonly unit: string
  readonly asked: TrialRequest
  /** The world before the call: it is forked, and never changed. */
  readonly findWorld: () => World
  /** Finds the caller in that world; undefined without known credentials. */
  readonly findCaller: (world: World) => Caller | undefined
}

/** The calls that a traced emulator answered, oldest first; a request that no unit answers is no call of the API. */
export function findCalls(emulator: Emulator): RecordedCall[] {
  const { journal } = emulator
  return Array.from(journal.raw())
    .filter(({ unit, number }) => unit !== undefined && journal.isOther?.(number) !== true)
    .map((entry) => makeCall(entry, () => emulator.trace.worldAt(entry.number, 'before')))
}

function makeCall({ number, unit, request, call }: KeptExchange, findWorld: () => World): RecordedCall {
  const { id } = unit!
  return {
    entry: number,
    unit: id,
    asked: call === undefined ? { request } : { request, command: { method: id, params: call } },
    findWorld,
    findCaller: (world) => identify(world, request.headers),
  }
}
