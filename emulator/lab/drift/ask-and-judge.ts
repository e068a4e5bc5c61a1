import { ownCommand } from '../../scenario/own-command.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { HttpTarget } from '../../scenario/targets/http-target.ts'
import { now as realNow, wait as realWait, yieldToTimers } from '../engine/real-time.ts'
import { settleByAlternatives } from './alternatives.ts'
import { adoptTwin } from './adopt.ts'
import { analyse } from './analyse.ts'
import { cleanUp } from './clean-up.ts'
import type { Exchange } from './asked.ts'
import type { HttpObservation } from './observation.ts'
import { collect, type Collected } from './collect.ts'
import type { DriftReport } from './drift-report.ts'
import { collectFacts, FactCollector } from './facts/collect-facts.ts'
import type { FileProbes } from './from-files.ts'
import { readDuration, readRate, type DriftOptions } from './options.ts'
import type { ProbeFile } from './probe-files.ts'
import { today } from './real-time.ts'
import { PacedTarget, type TargetSettings } from './target.ts'
import { judgeClauses } from './verdicts.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { factsFrom, type FactsDocument } from '../../host/facts/facts.ts'
import { takeStep } from './timeline.ts'
import { seePages } from './facts/pages.ts'
import { seeRefusals } from './facts/refusals.ts'

/** Part of the budget that is kept for comparing and cleaning up: a share of it, in milliseconds at most `most`. */
const AFTERWARDS = { share: 1 / 4, most: 60_000 }
/** Real time for cleaning up: at least this much, and at most this much once the run is stopped. */
const CLEAN_UP_MS = 3_000
/** Real time for which differences are explained once a run is stopped, or its budget is used up. */
const EXPLAIN_MS = 1_500

/** Probe files of a run, and the clauses that its report is about. */
export interface Choice {
  readonly files: readonly ProbeFile[]
  /** A line for each file that was left out. */
  readonly leftOut: readonly string[]
  readonly chosen: readonly ClauseId[]
}

/** Sends the requests of the files to a service, compares its answers with those of a twin, and judges the clauses. */
export async function askAndJudge(options: DriftOptions, { files, leftOut, chosen }: Choice): Promise<DriftReport> {
  const { signal, now = realNow, wait = realWait, readOnly = false, from = [] } = options
  const budget = readDuration('budget', options.budget ?? '5m')
  const end = now() + budget
  const settings = {
    every: readRate(options.rate ?? '5/s'),
    timeLimit: readDuration('timeLimit', options.timeLimit ?? '10s'),
    until: end - Math.min(budget * AFTERWARDS.share, AFTERWARDS.most),
    now,
    wait,
    signal,
  }
  const reached = reachTarget(options)
  const target = new PacedTarget(reached, settings)
  const keys = listKeys(options)
  const collected = await collect({
    target,
    keys,
    files: [...files, ...from.map(asProbeFile)],
    readOnly,
    large: options.large === true,
    traffic: options.traffic,
    wait,
    isOver: () => signal?.aborted === true || now() >= settings.until,
    signal,
    onExchange: options.onExchange ?? (() => undefined),
  }).finally(() => target.close())
  const cleaned = clean(new PacedTarget(reached, forCleaning(settings, end)), collected, keys['main']!, wait)
  const command = `${ownCommand} drift --target ${reached.name}`
  const secrets = findSecrets(collected.exchanges, Object.values(keys))
  const twin = adoptTwin(collected.exchanges, learnSettings(collected.exchanges, options.facts))
  const told = new Set<ClauseId>()
  const stopped = noteStop(signal, now)
  const analysis = await analyse(collected.exchanges, twin, {
    onContradicted(clause) {
      if (told.has(clause) || !chosen.includes(clause)) return
      told.add(clause)
      options.onContradicted?.(clause)
    },
    isOver: () => now() >= stopped() + EXPLAIN_MS || now() >= end + EXPLAIN_MS,
    async goesOn() {
      await yieldToTimers()
      return signal?.aborted !== true && now() < end
    },
  })
  const leftBehind = await cleaned
  const { version, digest, release } = contractStamp()
  const on = options.today ?? findDate(collected.exchanges)
  const facts = collectFacts(analysis.steps, on)
  const hasTime = signal?.aborted !== true && now() < end
  return {
    target: reached.name,
    release,
    contract: { version, digest },
    probes: collected.exchanges.length,
    clauses: judgeClauses(analysis, chosen, { secrets, command }),
    facts: hasTime ? settleByAlternatives(analysis, facts, on) : facts,
    leftOut: [...leftOut, ...from.flatMap((file) => file.leftOut), ...collected.leftOut],
    leftBehind,
  }
}

/** Notes when a run was stopped: a time that never comes until then. */
function noteStop(signal: AbortSignal | undefined, now: () => number): () => number {
  let at = signal?.aborted === true ? now() : Infinity
  signal?.addEventListener('abort', () => (at = now()), { once: true })
  return () => at
}

/** Date of the newest answer by the service's clock; without one, the date of this machine. */
function findDate(exchanges: readonly Exchange[]): string {
  const header = exchanges.findLast(({ observation }) => observation.kind === 'http' && 'date' in observation.headers)
  const stamp = Date.parse((header?.observation as HttpObservation | undefined)?.headers['date'] ?? '')
  return Number.isNaN(stamp) ? today() : isoTime(stamp).slice(0, 10)
}

function asProbeFile({ name, scenario }: FileProbes): ProbeFile {
  return { name, scenario, large: false, foreign: true, keys: [] }
}

function reachTarget({ target, realtimeUrl }: DriftOptions): Exclude<DriftOptions['target'], string> {
  if (typeof target !== 'string') return target
  return new HttpTarget({ apiUrl: target, ...(realtimeUrl !== undefined && { realtimeUrl }) })
}

function listKeys({ apiKeys: { main, other } }: DriftOptions): Record<string, string> {
  return { main, ...(other !== undefined && { other }) }
}

async function clean(
  target: PacedTarget,
  { created }: Collected,
  secret: string,
  wait: TargetSettings['wait'],
): Promise<string[]> {
  try {
    return await cleanUp(target, created.all, { name: 'main', credentials: { 'x-api-key': secret } }, wait)
  } finally {
    target.close()
  }
}

/**
 * Settings for cleaning up. Stopping the run does not stop it, but leaves it little time and no pauses between
 * requests.
 */
function forCleaning({ signal, ...settings }: TargetSettings, end: number): TargetSettings {
  const { now, timeLimit } = settings
  let last = Math.max(end, now() + CLEAN_UP_MS)
  const hurry = (): void => void (last = now() + CLEAN_UP_MS)
  if (signal?.aborted === true) hurry()
  signal?.addEventListener('abort', hurry, { once: true })
  return {
    ...settings,
    get every() {
      return signal?.aborted === true ? 0 : settings.every
    },
    get until() {
      return last
    },
    signal: undefined,
    timeLimit: Math.min(timeLimit, CLEAN_UP_MS),
  }
}

/**
 * Settings of the twin: those of earlier facts, and the limits that the transcript shows. No sentence says how large a
 * limit is, so the twin uses the target's. Other settings do not affect the comparison.
 */
function learnSettings(exchanges: readonly Exchange[], earlier: FactsDocument | undefined): SettingsInput {
  const { settings: known, otherwise } =
    earlier === undefined ? { settings: {}, otherwise: [] } : factsFrom(earlier, ['facts'])
  const twin = adoptTwin(exchanges)
  const collector = new FactCollector([seeRefusals, seePages])
  for (const exchange of exchanges) collector.add({ exchange, twin: takeStep(twin, exchange).twin })
  const seen = collector.settings((name) => name.startsWith('limits.') || name === 'maximum_limit')
  return { ...known, ...seen, limits: { ...known.limits, ...seen.limits }, otherwise: [...otherwise] }
}

/** All secrets that were sent or answered: given keys, and keys and tokens that a run created. */
function findSecrets(exchanges: readonly Exchange[], keys: readonly string[]): ReadonlySet<string> {
  const found = new Set(keys)
  for (const { asked } of exchanges)
    for (const value of Object.values(asked.caller.credentials)) found.add(value.replace(/^Bearer /, ''))
  for (const { observation } of exchanges) {
    if (observation.kind === 'failed') continue
    const text =
      observation.kind === 'http' ? new TextDecoder().decode(observation.bytes) : (observation.frames.at(-1) ?? '')
    for (const [, secret] of text.matchAll(/"(?:key|token)":\s*"([^"]{12,})"/g)) found.add(secret!)
  }
  return found
}
