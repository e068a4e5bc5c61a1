import { createEmulator } from '../../../emulator/host/emulator.ts'
import { otherThanDefault } from '../../../emulator/host/start-settings.ts'
import { mergeSettings } from '../../../emulator/engine/world/rules.ts'
import { shippedFixtures } from '../../../emulator/host/fixtures/shipped.ts'
import { shippedScenarios } from '../../../emulator/scenario/files.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { readReply } from '../../../emulator/scenario/control-client/control-client.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import type { RecordingFrame } from '../../../emulator/scenario/record/record-scenario.ts'
import type { Trigger } from '../../../emulator/engine/triggers/schema.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import type { World } from '../../../emulator/engine/world/world.ts'
import { parseTime } from '../../../emulator/engine/world/time.ts'
import { notAsked } from '../../shared/client-error.ts'
import { TargetClock } from './target-clock.ts'
import { hostOf } from '../../../emulator/host/instance-of.ts'

/** Known facts about the recorded server. */
export interface RecordedTarget {
  readonly start: NonNullable<RecordingFrame['start']>
  readonly world: World
  /** World time, if the target is an emulator that shows it. */
  readonly clock: TargetClock | undefined
  /** Differences to expect in a replay in process. */
  readonly notes: readonly string[]
  /** Further differences, caused by changes to the target during the recording. */
  later(): Promise<readonly string[]>
}

const DEFAULT_TIMEOUT_MS = 5_000
/** Most unpacked bytes of an answer about the target: its triggers, above all. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024

/** Identifies the server at the URL. Throws if there is none. */
export async function lookAt(apiUrl: string, token: string | undefined): Promise<RecordedTarget> {
  const control = apiUrl.replace(/\/v1$/, '/__emulator')
  const headers = token === undefined ? {} : { 'x-emulator-token': token }
  const health = await jsonAt(`${control}/health`, headers)
  const { scenario, seed, now, uptime_ms: uptime } = health ?? {}
  if (
    typeof scenario !== 'string' ||
    typeof seed !== 'number' ||
    typeof now !== 'string' ||
    typeof uptime !== 'number'
  ) {
    // Reached only now: the triggers of an emulator count requests.
    await reach(apiUrl)
    return stranger()
  }
  return emulatorAt(control, headers, { scenario, seed })
}

async function emulatorAt(
  control: string,
  headers: Record<string, string>,
  { scenario, seed }: { scenario: string; seed: number },
): Promise<RecordedTarget> {
  const known = await readWorld(scenario, seed)
  const inForce = (await triggersAt(control, headers)) ?? []
  const { settings: served } = (await jsonAt(`${control}/settings`, headers)) ?? {}
  const triggers = inForce.length > 0 && { triggers: inForce.map(({ trigger }) => trigger) }
  const { world } = hostOf(
    createEmulator({
      scenario: await loadScenario({ scenario: 1, name: 'start', about: 'Where the target started.', ...known }),
    }),
  )
  const settings = isObject(served) ? otherThanDefault(served, world.settings) : {}
  const section = { ...known?.world, settings: mergeSettings([known?.world?.settings, settings]) }
  const start = { ...(Object.keys(settings).length > 0 ? { world: section } : known), ...triggers }
  const clock = await TargetClock.of(
    async () => parseTime(String((await jsonAt(`${control}/clock`, headers))?.['now'])) ?? Number.NaN,
    world.now,
  )
  const notes = [
    ...(known === undefined
      ? [
          `the target plays '${scenario}', a world that the recording cannot name: give it a world section to replay it in process`,
        ]
      : []),
    ...(inForce.some(({ matched }) => matched > 0)
      ? ['triggers of the target have counted requests already; in a replay they count from the start']
      : []),
    ...(clock.used
      ? ['the target has been used since its start; what was done there before is not in the recording']
      : []),
  ]
  const later = async (): Promise<string[]> => {
    const now = (await triggersAt(control, headers)) ?? inForce
    return listIds(now) === listIds(inForce)
      ? []
      : ['triggers of the target were added or removed while this was recorded; here are those of its beginning']
  }
  return { start, world, clock, notes, later }
}

/** An unknown server: in process its recording is played in the starter world. */
function stranger(): RecordedTarget {
  const notes = ['the target is not an emulator, or does not show its control API: its world is not in the recording']
  return { start: {}, world: hostOf(createEmulator()).world, clock: undefined, notes, later: async () => [] }
}

/** World that an emulator reports: fixtures, or that of a shipped scenario. */
async function readWorld(name: string, seed: number): Promise<Pick<Scenario, 'world'> | undefined> {
  const fixtures = name.split(', ')
  const own = seed === 1 ? {} : { seed }
  if (fixtures.every((fixture) => Object.hasOwn(shippedFixtures(), fixture))) return { world: { fixtures, ...own } }
  if (!shippedScenarios().some((shipped) => shipped.name === name)) return undefined
  const {
    scenario: { world },
  } = await loadScenario(name)
  return { world: { ...world, ...own } }
}

interface TriggerInForce {
  readonly id: string
  readonly trigger: Trigger
  readonly matched: number
}

/** Triggers of its scenario and later ones; a recording need not hit all of them. */
async function triggersAt(control: string, headers: Record<string, string>): Promise<TriggerInForce[] | undefined> {
  const { triggers } = ((await jsonAt(`${control}/triggers`, headers)) ?? {}) as { triggers?: TriggerInForce[] }
  return triggers?.map(({ id, trigger, matched }) => ({ id, trigger: { ...trigger, optional: true }, matched }))
}

function listIds(inForce: readonly TriggerInForce[]): string {
  return inForce.map(({ id }) => id).join()
}

async function reach(apiUrl: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(DEFAULT_TIMEOUT_MS)
    await (await fetch(`${apiUrl}/users/me`, { signal, redirect: 'manual' })).body?.cancel()
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string; message?: string } }
    const reason =
      name === 'TimeoutError'
        ? `no answer within ${DEFAULT_TIMEOUT_MS / 1000} s`
        : (cause?.code ?? cause?.message ?? name)
    const trust = /CERT|SIGNATURE|ISSUER/.test(reason) ? ' (NODE_EXTRA_CA_CERTS=FILE names certificates to trust)' : ''
    throw notAsked(`the target ${apiUrl} cannot be reached: ${reason}${trust}`)
  }
}

async function jsonAt(url: string, headers: Record<string, string>): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(DEFAULT_TIMEOUT_MS), redirect: 'manual' })
    const { body } = await readReply(response, MAX_REPLY_BYTES)
    return response.ok && isObject(body) ? body : undefined
  } catch {
    return undefined
  }
}
