import { isoTime } from '../../engine/world/clock.ts'
import { contractStamp } from '../../contract/stamp.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { didYouMean } from '../../engine/checking/near-miss.ts'
import { HttpTarget } from '../../scenario/targets/http-target.ts'
import { now as realNow, wait as realWait } from '../explore/real-time.ts'
import { adoptTwin } from './adopt.ts'
import { analyse } from './analyse.ts'
import { cleanUp } from './clean-up.ts'
import type { Exchange } from './asked.ts'
import type { HttpObservation } from './observation.ts'
import { collect, type Collected } from './collect.ts'
import type { DriftReport } from './drift-report.ts'
import { collectFacts } from './facts/collect-facts.ts'
import { learnSettings } from './facts/learn-settings.ts'
import type { FileProbes } from './from-files.ts'
import { findSecrets } from './find-secrets.ts'
import { checkDriftOptions, readDuration, readRate, type DriftOptions } from './options.ts'
import { loadProbeFiles, type ProbeFile } from './probe-files.ts'
import { drawRun, today } from './real-time.ts'
import { findReaching } from './reaching.ts'
import { PacedTarget, type TargetSettings } from './target.ts'
import { chooseClauses, judgeClauses } from './verdicts.ts'

/** Real time that a run has to take away what it made, beyond its budget. */
const CLEAN_UP_MS = 30_000

/**
 * Asks a service and an emulator the same, and says for each sentence of the specification whether the service keeps it: where both
 * differ along the documented line, which sentence a service breaks that answers so.
 *
 * Writes go below organizations that the run makes and deletes. Rejects with `EmulatorError` for wrong options.
 *
 * @example
 * const report = await drift({ target: 'https://api.example.com/v1', apiKeys: { main: process.env.SVC_API_KEY } })
 * expect(report.clauses.filter(({ verdict }) => verdict === 'contradicted')).toEqual([])
 */
export async function drift(options: DriftOptions): Promise<DriftReport> {
  checkDriftOptions(options)
  const { signal, now = realNow, wait = realWait, readOnly = false, run = drawRun() } = options
  const chosen = chooseClauses(options.only)
  if (chosen.length === 0) throw new EmulatorError(unknownClauses(options.only ?? []))
  const settings = {
    every: readRate(options.rate ?? '5/s'),
    timeLimit: readDuration('timeLimit', options.timeLimit ?? '10s'),
    until: now() + readDuration('budget', options.budget ?? '5m'),
    now,
    wait,
    signal,
  }
  const reached = reachTarget(options)
  const target = new PacedTarget(reached, settings)
  const keys = listKeys(options)
  const { files, leftOut } = await chooseFiles(options, run, chosen)
  for (const { leftOut: lines } of options.from ?? []) leftOut.push(...lines)
  const all = [...files, ...(options.from ?? []).map(asProbeFile)]
  const isOver = (): boolean => signal?.aborted === true || now() >= settings.until
  const onExchange = options.onExchange ?? (() => undefined)
  const collected = await collect({
    target,
    keys,
    files: all,
    readOnly,
    large: options.large === true,
    traffic: options.traffic,
    wait,
    isOver,
    signal,
    onExchange,
  })
  target.close()
  const leftBehind = await clean(new PacedTarget(reached, forCleaning(settings)), collected, keys['main']!, wait)
  const command = `svc-emulator drift --target ${reached.name}`
  const secrets = findSecrets(collected.exchanges, Object.values(keys))
  const twin = adoptTwin(collected.exchanges, learnSettings(collected.exchanges, options.facts))
  const analysis = analyse(collected.exchanges, twin)
  const { version, digest, release } = contractStamp()
  return {
    target: reached.name,
    release,
    contract: { version, digest },
    probes: collected.exchanges.length,
    clauses: judgeClauses(analysis, chosen, { secrets, command }),
    facts: collectFacts(analysis.steps, options.today ?? findDate(collected.exchanges)),
    leftOut: [...leftOut, ...collected.leftOut],
    leftBehind,
  }
}

/** Date of the newest answer, by the clock of the service; else that of this machine. */
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

/** Files of probes that reach the chosen clauses, as far as the keys go, with a line for each that is left out. */
async function chooseFiles(
  { large = false, apiKeys, readOnly = false, only }: DriftOptions,
  run: string,
  chosen: readonly string[],
): Promise<{ files: ProbeFile[]; leftOut: string[] }> {
  const shipped = await loadProbeFiles(run)
  const reaching = only === undefined ? shipped : await findReaching(shipped, chosen)
  const leftOut: string[] = []
  const files = reaching.filter((file) => {
    if (file.large && !large) leftOut.push(`${file.name}, which needs --large`)
    else if (file.keys.includes('other') && apiKeys.other === undefined)
      leftOut.push(`${file.name}, which needs the key of a second person (--api-key-env other=VAR)`)
    else return true
    return false
  })
  if (readOnly) leftOut.push('every write, and what rests on one (--read-only)')
  return { files, leftOut }
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

/** Cleaning has time of its own, and is not stopped. */
function forCleaning(settings: TargetSettings): TargetSettings {
  return {
    ...settings,
    until: settings.now() + CLEAN_UP_MS,
    signal: undefined,
    timeLimit: Math.min(settings.timeLimit, 5_000),
  }
}

function unknownClauses(only: readonly string[]): string {
  const name = only[0] ?? ''
  return `only: there is no clause or group of clauses '${name}' of the service${didYouMean(name, chooseClauses(undefined))}`
}
