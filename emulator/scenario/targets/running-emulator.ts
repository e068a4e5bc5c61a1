/** A running emulator: each scenario gets a world of its own on it, arranged through the control API. */
import { clauseIds, findCurrentId } from '../../contract/clauses.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { createEmulator } from '../../host/emulator.ts'
import { ControlClient, readReply } from '../control-client/control-client.ts'
import { reachedAt, type WorldUrls } from '../control-client/reached-at.ts'
import { CONTROL } from '../../host/dispatch.ts'
import { givenSettings, otherThanDefault } from '../../host/start-settings.ts'
import { mergeSettings } from '../../engine/world/rules.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { applyChange } from '../../host/apply-change.ts'
import type { Change } from '../../engine/matching/schema-common.ts'
import { secretsIn, type Secrets } from '../keys.ts'
import type { LoadedScenario } from '../loaded-scenario.ts'
import { HttpTarget } from './http-target.ts'
import type { EmulatorControls, ClauseCount, Target } from './target.ts'
import { heldSentence } from '../../host/gates.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Cause } from '../../engine/journal/entry.ts'
import { findAdvanceCause, findChangeCause } from './step-cause.ts'
import { isWhole } from '../../engine/journal/journal-entry.ts'
import { readTime } from '../../engine/world/time.ts'
import { withPendingWorkDone } from '../../engine/world/with-pending-work-done.ts'

export interface RunningOptions {
  /** Root of the REST API of the emulator, with `/v1`. */
  apiUrl: string
  /** Sent as `x-emulator-token`, for an emulator that requires it. */
  token?: string | undefined
  /** The secret to send for each name; named keys without one are looked for in the world. */
  keys?: Secrets
}

/**
 * A target with the scenario's world and triggers in force; undefined when no emulator answers at the URL. Rejects when
 * one refuses.
 */
export async function runningEmulator(
  { apiUrl, token, keys = {} }: RunningOptions,
  scenario: LoadedScenario,
): Promise<Target | undefined> {
  const { origin } = new URL(apiUrl)
  const root = `${origin}${CONTROL}`
  if (!(await isEmulator(root))) return undefined
  requireBase(apiUrl)
  const control = new ControlClient(root, { token })
  const created = reachedAt(origin, await control.send('POST /worlds', { body: { from: 'start' } }))
  const world = new ControlClient(created.control_url, { token })
  const emulator = createEmulator({ scenario })
  try {
    const { settings: own, ...state } = emulator.export()
    const settings = mergeSettings([
      own,
      await settingsAt(apiUrl, token),
      ...givenSettings({ scenario }, scenario.fixtures),
    ])
    await world.send('PUT /export', { body: { ...state, settings } })
    const counted = new Set((await countClauses(world)).map(({ id }) => id))
    const unknownClauses = new Set<string>(clauseIds.filter((id) => !counted.has(id)))
    const secrets = { ...keys, ...secretsIn(hostOf(emulator).world, scenario.scenario.keys, keys) }
    const controls = { ...createControls(world), unknownClauses }
    return new RunningTarget(created, secrets, controls, () =>
      control.send('DELETE /worlds/:id', { params: { id: created.world } }),
    )
  } catch (error) {
    await control.send('DELETE /worlds/:id', { params: { id: created.world } })
    throw error
  }
}

/** Settings of the world at the URL other than the defaults: they hold where a scenario sets none. */
async function settingsAt(apiUrl: string, token: string | undefined): Promise<SettingsInput> {
  const control = new ControlClient(`${apiUrl.replace(/(?:\/v1)?\/?$/, '')}${CONTROL}`, { token })
  return otherThanDefault((await control.send('GET /settings')).settings)
}

/** Clauses of an emulator with their counts, which may be one of an older release, under their ids of today. */
async function countClauses(control: ControlClient): Promise<ClauseCount[]> {
  const { clauses, client } = await control.send('GET /coverage')
  return [...clauses.items, ...(client?.items ?? [])].map(({ id, count }) => ({ id: findCurrentId(id) ?? id, count }))
}

/**
 * A world of its own has its own address: a wrong one would be corrected in silence, and fail on the server that it was
 * meant for.
 */
function requireBase(apiUrl: string): void {
  const { origin, pathname } = new URL(apiUrl)
  if (/^(?:\/w\/[^/]+)?(?:\/v1)?\/?$/.test(pathname)) return
  throw new EmulatorError(`the emulator at ${origin} has its API at ${origin}/v1, and nothing at ${pathname}`)
}

class RunningTarget extends HttpTarget {
  readonly #remove: () => Promise<unknown>

  constructor(
    { base_url: apiUrl, realtime_url: realtimeUrl }: WorldUrls,
    keys: Secrets,
    controls: EmulatorControls,
    remove: () => Promise<unknown>,
  ) {
    super({ apiUrl, realtimeUrl, keys, controls })
    this.#remove = remove
  }

  override async close(): Promise<void> {
    await this.#remove()
  }
}

/** Real milliseconds of one call that waits for a request. */
const ROUND_MS = 10_000

/** Number of requests that wait at a gate, once one does. */
async function findHeld(control: ControlClient, name: string, wait: string): Promise<number> {
  const { hold } = await control.send('GET /holds/:id', { params: { id: name } })
  if (hold.held.length > 0) return hold.held.length
  const query = { arrived: hold.arrived + 1, wait }
  return (await control.send('GET /holds/:id', { params: { id: name }, query })).hold.held.length
}

function createControls(control: ControlClient): EmulatorControls {
  const onBehalf = (cause: Cause | undefined) =>
    cause === undefined ? control : control.onBehalf(encodeURIComponent(cause.did.replace(/\p{Surrogate}/gu, '\uFFFD')))
  return {
    async change(change: Change, step: string) {
      // Made on a copy of the world and sent back whole: one meaning for every change, and a bad one changes nothing.
      const emulator = createEmulator({ state: await control.send('GET /export') })
      applyChange(hostOf(emulator).world, change)
      await onBehalf(findChangeCause(change, step)).send('PUT /export', { body: { ...emulator.export() } })
    },
    async advance(milliseconds, step) {
      await onBehalf(findAdvanceCause(milliseconds, step)).send('POST /clock', { body: { advance: milliseconds } })
    },
    async release(name, faults, timeout) {
      for (let left = timeout; ; left -= ROUND_MS) {
        const wait = `${Math.max(0, Math.min(left, ROUND_MS))}ms`
        const held = await findHeld(control, name, wait)
        if (held > 0) break
        if (left <= ROUND_MS) throw new EmulatorError(`no request came to the gate '${name}' within ${timeout} ms`)
      }
      const body = { ...(faults !== undefined && { do: faults }) } as never
      await control.send('POST /holds/:id/release', { params: { id: name }, body })
    },
    async letGo() {
      const { holds } = await control.send('GET /holds')
      const held = holds.flatMap(({ name, held: numbers }) => numbers.map((number) => heldSentence(`#${number}`, name)))
      if (holds.length > 0) await control.send('DELETE /holds')
      return held
    },
    async now() {
      const { now } = await control.send('GET /clock')
      return readTime(now, 'clock')
    },
    clauses: () => countClauses(control),
    async triggers() {
      const { triggers } = await control.send('GET /triggers')
      return triggers.map(({ id, name, fired, problem, not_fired: notFired, trigger }) => ({
        name: name ?? id,
        fired,
        problem,
        notFired,
        optional: trigger.optional === true || trigger.enabled === false,
      }))
    },
    async lastEntry() {
      const { next } = await control.send('GET /journal', { query: { show: 'lines', limit: 1 } })
      return next
    },
    async journal(after) {
      const { entries, next: last } = await control.send('GET /journal', { query: { after } })
      return { entries: entries.filter(isWhole), last }
    },
    async withPendingWorkDone() {
      return withPendingWorkDone(hostOf(createEmulator({ state: await control.send('GET /export') })).world)
    },
  }
}

/** Refusals of control calls by which an emulator is recognized, too. */
const refusals = new Set(['token_required', 'wrong_token', 'forbidden_host', 'forbidden_origin'])

async function isEmulator(root: string): Promise<boolean> {
  try {
    const response = await fetch(`${root}/health`, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
    const {
      version,
      uptime_ms: uptime,
      error,
    } = (await readReply(response, 1024 * 1024)).body as Record<string, unknown>
    return refusals.has(String(error)) || (typeof version === 'string' && typeof uptime === 'number')
  } catch {
    return false
  }
}
