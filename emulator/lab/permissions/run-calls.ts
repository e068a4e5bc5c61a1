import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { Emulator } from '../../host/emulator.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { findCalls, type RecordedCall } from './recorded-call.ts'
import { jsonParts } from '../../engine/checking/json-parts.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { answerCall } from '../../engine/kernel/realtime/rpc.ts'
import { answerHttp } from '../../engine/kernel/rest/http.ts'
import { exportState } from '../../engine/world/export.ts'
import type { World } from '../../engine/world/world.ts'
import { createHost } from '../../host/create-host.ts'
import { Instance } from '../../host/instance.ts'

/**
 * The calls that an emulator answered, with or without a trace. Throws `EmulatorError` for a journal that has lost
 * some, and if the worlds before the calls are not known.
 */
export function findRunCalls(emulator: Emulator): RecordedCall[] {
  const { dropped, size } = emulator.journal
  if (dropped > 0)
    throw new EmulatorError(
      `the journal no longer has ${dropped} of its entries: it keeps ${size}, and createEmulator({ journal: { size } }) sets how many`,
    )
  return findCalls(hostOf(emulator).tracer === undefined ? playAgain(emulator) : emulator)
}

/**
 * Repeats the requests of an emulator without a trace on one with a trace, since equal starts and requests give equal
 * bytes. Throws `EmulatorError` if they do not, because something other than a request changed the world.
 */
function playAgain(emulator: Emulator): Emulator {
  const { journal } = emulator
  const played = tracedFromStart(emulator)
  for (const entry of journal.raw()) if (!sendAgain(played, entry)) throw new EmulatorError(CHANGED)
  played.clock.advance(Math.max(0, emulator.clock.now() - played.clock.now()))
  if (writeTables(hostOf(played).world) !== writeTables(hostOf(emulator).world)) throw new EmulatorError(CHANGED)
  return played
}

const CHANGED =
  'the world was changed by more than its calls, and the emulator keeps no trace of it. ' +
  'Keep one: createEmulator({ trace: true }); with the fixture, test.extend({ emulatorOptions: { trace: true } })'

function tracedFromStart(emulator: Emulator): Emulator {
  const { world } = hostOf(emulator.fork({ from: 'start' }))
  const { host, start } = instanceOf(emulator)
  const journal = emulator.journal.empty()
  return new Emulator(new Instance(createHost(world, host, journal, true), start, journal))
}

/** Sends a request at its time. Returns false if the answer differs. */
function sendAgain(played: Emulator, { request, call, unit, response, worldStart }: KeptExchange): boolean {
  // A request without a unit changes nothing, and neither does the call that authenticates a socket.
  if (unit === undefined) return true
  const host = hostOf(played)
  const { last } = played.journal
  played.clock.advance(Math.max(0, worldStart - host.world.now))
  if (call === undefined) answerHttp(host, request)
  else answerCall(host, request, { method: unit.id, params: call, id: '1' }, jsonParts(JSON.stringify(call)))
  const [sent] = played.journal.raw(last)
  return sent?.response?.status === response?.status
}

function writeTables(world: World): string {
  return JSON.stringify(exportState(world).tables)
}
