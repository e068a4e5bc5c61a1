import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'
import type { WireRequest } from '../../engine/kernel/wire.ts'
import { stateAt, type Undo } from '../../engine/trace/undo.ts'
import type { World } from '../../engine/world/world.ts'
import { createEmulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import type { Bundle } from '../../scenario/bundle.ts'
import type { RecordedCall } from './recorded-call.ts'
import { type TrialRequest, identify } from './trial.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'
import type { Caller } from '../../engine/kernel/caller.ts'
import { asUser, mintActingToken } from './mint-key.ts'

const encoder = new TextEncoder()

/** The part of a bundle that the calls of its run are made of. */
export type KeptRun = Pick<Bundle, 'journal' | 'state' | 'undo'>

/**
 * The calls in a bundle, oldest first. A bundle has no credentials: for each call, those of the world are found that
 * give the recorded answer. Throws `EmulatorError` for a bundle without the states between its calls.
 */
export function findBundleCalls(bundle: KeptRun): RecordedCall[] {
  const { journal, state, undo: undos } = bundle
  const kept = journal.filter((entry): entry is JournalEntry => entry.request !== null && entry.unit !== null)
  const entries = kept.filter(({ other_branch: left }) => left !== true)
  if (undos === undefined)
    throw new EmulatorError(`the bundle keeps no trace: ${ownCommand} start and replay --bundle-on-failure keep one`)
  const known = entries.filter(({ number }) => undos.some(({ entry }) => entry === number))
  if (known.length < entries.length)
    throw new EmulatorError(
      `the bundle no longer keeps the states of ${entries.length - known.length} of its ${entries.length} calls`,
    )
  const findWorld = worldFinder(state, undos)
  return known.map((entry) => makeCall(entry, () => findWorld(entry.number)))
}

/** Finds the world before an entry. Calls that change nothing share the one that is there for the next. */
function worldFinder(end: Bundle['state'], undos: readonly Undo[]): (entry: number) => World {
  const worlds = new Map<string, World>()
  return (entry) => {
    const start = undos.findIndex((undo) => undo.entry === entry)
    const change = undos.findIndex(({ rows }, index) => index >= start && rows.length > 0)
    const key = `${change} ${undos[start]!.now_ms}`
    let world = worlds.get(key)
    if (world === undefined) {
      const state = stateAt(end, undos, entry, 'before')!
      worlds.set(key, (world = hostOf(createEmulator({ state, journal: false })).world))
    }
    return world
  }
}

function makeCall(entry: JournalEntry, findWorld: () => World): RecordedCall {
  return {
    entry: entry.number,
    unit: entry.unit!,
    asked: makeAsked(entry),
    findWorld,
    findCaller: (world) => findSender(world, entry),
  }
}

function makeAsked({ via, unit, request: { method, url, headers, body } }: JournalEntry): TrialRequest {
  const request: WireRequest = { method, url, headers: listHeaders(headers), body: encodeBody(body) }
  return via === 'http' ? { request } : { request, command: { method: unit!, params: isObject(body) ? body : {} } }
}

/** Headers as names and values in turn, without those about the length of the body, which was redacted since. */
function listHeaders(headers: JournalEntry['request']['headers']): string[] {
  return Object.entries(headers)
    .filter(([name]) => name !== 'content-length' && name !== 'transfer-encoding')
    .flat()
}

/** A body as it was sent, secrets apart; of a file as many bytes. */
function encodeBody(body: unknown): Uint8Array | null {
  if (body === null) return null
  if (typeof body === 'string') return encoder.encode(body)
  if (isObject(body) && typeof body['bytes'] === 'number' && Object.keys(body).length === 1)
    return new Uint8Array(body['bytes'])
  return encoder.encode(JSON.stringify(body))
}

/**
 * Finds the caller of a journal entry, which names user and key without the secret. Undefined without a known user.
 */
function findSender(world: World, { caller, key: id, acting_for: human }: JournalEntry): Caller | undefined {
  const user = caller === null ? undefined : world.users.with('alias', caller)
  if (user === undefined) return undefined
  const key = id === undefined ? undefined : world.api_keys.get(id)
  if (key !== undefined) return identify(world, ['x-api-key', key.key])
  return human === undefined ? asUser(user) : mintActingToken(world, user, world.users.with('alias', human)!)
}
