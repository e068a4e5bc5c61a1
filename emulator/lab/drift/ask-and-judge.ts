import { ownCommand } from '../../engine/checking/own-command.ts'
import { isoTime } from '../../engine/world/clock.ts'
import type { ClauseId } from '../../contract/clauses.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { HttpTarget } from '../../scenario/targets/http-target.ts'
import { now as realNow, wait as realWait, yieldToTimers } from '../engine/real-time.ts'
import { settleByAlternatives } from './alternatives.ts'
import { adoptTwin, seeSharedAliases } from './adopt.ts'
import { analyse } from './analyse.ts'
import { cleanUp } from './clean-up.ts'
import { sentSecrets, type ObservedExchange } from './asked.ts'
import { answerText, type HttpObservation } from './observation.ts'
import { collect, type Collected } from './collect.ts'
import type { DriftReport } from './drift-report.ts'
import { collectFacts } from './facts/collect-facts.ts'
import type { FileProbes } from './from-files.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { readRate, type DriftOptions } from './options.ts'
import type { ProbeFile } from './probe-files.ts'
import { today } from './real-time.ts'
import { PacedTarget, type TargetSettings } from './target.ts'
import { judgeClauses } from './verdicts.ts'
import { realTimers } from '../../host/real-timers.ts'
import { learn, listRepeatable } from './learn.ts'

/** Part of the budget that is kept for comparing and cleaning up: a share of it, in milliseconds at most `most`. */
const AFTERWARDS = { share: 1 / 5, most: 60_000 }
/** Real time for cleaning up, and for explaining differences, once a run is stopped. */
const STOPPED_MS = { clean: 1_000, explain: 500 }

/** Probe files of a run, and the clauses that its report is about. */
export interface DriftChoice {
  readonly files: readonly ProbeFile[]
  /** A line for each file that was left out. */
  readonly leftOut: readonly string[]
  readonly chosen: readonly ClauseId[]
  /** False if the questions after the files, such as for limits, reach none of the clauses. Default: true. */
  readonly further?: boolean
}

/** Sends the requests of the files to a service, compares its answers with those of a twin, and judges the clauses. */
export async function askAndJudge(
  options: DriftOptions,
  { files, leftOut, chosen, further = true }: DriftChoice,
): Promise<DriftReport> {
  const { signal, now = realNow, wait = realWait, readOnly = false, from = [] } = options
  const budget = readMilliseconds('budget', options.budget ?? '5m', 0)
  const end = now() + budget
  const settings = {
    every: readRate(options.rate ?? '5/s'),
    timeLimit: readMilliseconds('timeLimit', options.timeLimit ?? '10s'),
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
    further,
    traffic: options.traffic,
    wait,
    isOver: () => signal?.aborted === true || now() >= settings.until,
    signal,
    onExchange: options.onExchange ?? (() => undefined),
    again: (exchanges) => listRepeatable(exchanges, learn(exchanges, options.facts), readOnly),
  }).finally(() => target.close())
  const cleaned = clean(new PacedTarget(reached, forCleaning(settings, end)), collected, {
    signal,
    secret: keys['main']!,
    wait,
  })
  const command = `${ownCommand} drift --target ${reached.name}${readOnly ? ' --read-only' : ''}`
  const secrets = findSecrets(collected.exchanges, Object.values(keys))
  const { settings: known } = learn(collected.exchanges, options.facts)
  const twin = adoptTwin(collected.exchanges, known)
  const told = new Set<ClauseId>()
  const stopped = noteStop(signal, now)
  const analysis = await analyse(collected.exchanges, twin, {
    onContradicted(clause) {
      if (told.has(clause) || !chosen.includes(clause)) return
      told.add(clause)
      options.onContradicted?.(clause)
    },
    isOver: () => now() >= stopped() + STOPPED_MS.explain || now() >= end,
    async goesOn() {
      await yieldToTimers()
      return signal?.aborted !== true && now() < end
    },
  })
  const leftBehind = await cleaned
  const { version, digest, release } = contractStamp()
  const on = options.today ?? findDate(collected.exchanges)
  const isSeen = (numbers: readonly number[]): boolean =>
    numbers.length > 1 || numbers.some((number) => collected.twice.has(number))
  const facts = collectFacts(analysis.steps, on, isSeen)
  const hasTime = signal?.aborted !== true && now() < end
  return {
    target: reached.name,
    release,
    contract: { version, digest },
    ...(collected.ill !== undefined && { ill: collected.ill }),
    probes: collected.exchanges.length,
    clauses: judgeClauses(analysis, chosen, { secrets, command }),
    facts: [
      ...(hasTime ? settleByAlternatives(analysis, facts, { on, isSeen, given: known.otherwise ?? [] }) : facts),
      ...seeSharedAliases(collected.exchanges, on),
    ],
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
function findDate(exchanges: readonly ObservedExchange[]): string {
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
  { created, ill }: Collected,
  { signal, secret, wait }: Pick<TargetSettings, 'signal' | 'wait'> & { readonly secret: string },
): Promise<string[]> {
  try {
    return await cleanUp(target, created.all, {
      main: { name: 'main', credentials: { 'x-api-key': secret } },
      wait: (milliseconds) => wait(milliseconds, signal),
      triesAgain: () => ill === undefined && signal?.aborted !== true,
    })
  } finally {
    target.close()
  }
}

/**
 * Settings for cleaning up until the end of the budget. Stopping the run does not stop it, but leaves it a second and
 * no pauses between requests.
 */
function forCleaning({ signal, ...settings }: TargetSettings, end: number): TargetSettings {
  const { now } = settings
  const given = new AbortController()
  let last = end
  const hurry = (): void => {
    last = Math.min(end, now() + STOPPED_MS.clean)
    realTimers.after(STOPPED_MS.clean, () => given.abort())
  }
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
    signal: given.signal,
  }
}

/** All secrets that were sent or answered: given keys, and keys and tokens that a run created. */
function findSecrets(exchanges: readonly ObservedExchange[], keys: readonly string[]): ReadonlySet<string> {
  const found = new Set(keys)
  for (const { asked, observation } of exchanges) {
    for (const secret of sentSecrets(asked.caller)) found.add(secret)
    for (const [, secret] of answerText(observation).matchAll(/"(?:key|token)":\s*"([^"]{12,})"/g)) found.add(secret!)
  }
  return found
}
