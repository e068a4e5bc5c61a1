import { plural } from '../../../emulator/engine/checking/plural.ts'
import { reportDrift } from '../../../emulator/lab/drift/drift-findings.ts'
import { drift } from '../../../emulator/lab/drift/drift.ts'
import { probesFromFile } from '../../../emulator/lab/drift/from-files.ts'
import type { DriftOptions, DriftSteps } from '../../../emulator/lab/drift/options.ts'
import { ClientError, notAsked } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { LiveOutput, timeLeft } from '../live.ts'
import { runSuite } from './suite-traffic.ts'
import type { DriftSettings } from './drift-flags.ts'
import { existsSync, readFileSync } from 'node:fs'
import type { Fact, FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { formatFacts, loadFacts, mergeFacts } from '../../../emulator/scenario/facts-file.ts'

/** Runs `drift` and writes the report. Fails if a sentence is contradicted, if the target is ill, or if nothing is decided. */
export async function driftProgram(settings: DriftSettings, io: Io): Promise<void> {
  for (const secret of Object.values(settings.keys)) io.secrets.add(secret)
  const facts = await readEarlierFacts(settings.facts)
  const given = new Set(Object.keys(settings.keys))
  const { host: hosts = [], writes } = settings
  const from = await Promise.all((settings.from ?? []).map((file) => probesFromFile(file, given, { hosts, writes })))
  const report = await runLab(settings, io, async (stop) => {
    const live = new LiveOutput(io, () => askedSoFar(0, { done: 0, of: 0 }, 0))
    live.update()
    const found = await drift({ ...readOptions(settings, stop, io, live), facts, from }).finally(() => live.end())
    noteStop(stop, io)
    await printReport(reportDrift(found), settings, io)
    if (settings.facts !== undefined && found.ill === undefined)
      await writeFacts(settings.facts, found.facts, found.target, io)
    return found
  })
  const contradicted = report.clauses.filter(
    ({ id, verdict, oneOf }) => verdict === 'contradicted' && (oneOf?.[0] ?? id) === id,
  )
  if (contradicted.length > 0)
    throw new ClientError('UNEXPECTED', `${plural(contradicted.length, 'sentence')} contradicted`)
  if (report.ill !== undefined) throw notAsked(report.ill)
  if (!report.clauses.some(({ verdict }) => verdict === 'held' || verdict === 'partly'))
    throw new ClientError('UNEXPECTED', 'no sentence was decided, so that nothing was shown')
}

/** Line of progress: what was asked in so many milliseconds. */
export function askedSoFar(exchanges: number, { done, of }: DriftSteps, tookMs: number): string {
  const steps = of === 0 ? '' : `, ${done} of ${plural(of, 'step')}`
  return `${plural(exchanges, 'exchange')}${steps}${timeLeft(done, of, tookMs)}`
}

function readOptions(settings: DriftSettings, signal: AbortSignal, io: Io, live: LiveOutput): DriftOptions {
  const { target, realtimeUrl, keys, readOnly, large, probes, only, rate, budget, timeLimit } = settings
  const began = performance.now()
  return {
    target,
    ...(realtimeUrl !== undefined && { realtimeUrl }),
    apiKeys: keys,
    readOnly,
    large,
    ...(probes && { probes }),
    ...(only !== undefined && { only }),
    rate,
    budget,
    timeLimit,
    signal,
    onExchange: (exchanges, steps) => live.update(() => askedSoFar(exchanges, steps, performance.now() - began)),
    onContradicted: (clause) => live.show(`contradicted: ${clause}`),
    ...(settings.program.length > 0 && { traffic: readTraffic(settings, signal, io, live) }),
  }
}

/** Share of the budget that a suite may take; the rest is for comparing and cleaning up. */
const SUITE_SHARE = 4 / 5

/**
 * Runs the suite, and reports its end on stderr. A failing suite does not fail the run, since the drift may be the
 * cause.
 */
function readTraffic(
  settings: DriftSettings,
  stop: AbortSignal,
  io: Io,
  live: LiveOutput,
): NonNullable<DriftOptions['traffic']> {
  const { program, target, realtimeUrl, budget } = settings
  return async (events) => {
    const suite = { program, target, realtimeUrl, timeLimit: budget * SUITE_SHARE }
    const end = await runSuite(suite, events, stop, io, (text) => live.print(text))
    if (end !== undefined) live.note(`svc-emulator: the command failed (${end}); its requests were compared`)
  }
}

/**
 * Facts from the file of `--facts`, if it exists. Throws `EmulatorError` for an invalid file, `ClientError` if it
 * cannot be written.
 */
async function readEarlierFacts(file: string | undefined): Promise<FactsDocument | undefined> {
  if (file === undefined) return undefined
  await checkWritable('--facts', file)
  return existsSync(file) ? loadFacts(file) : undefined
}

/**
 * Writes the facts of a run to the file of `--facts`, whole or not at all. Earlier ones that were not seen again stay.
 */
async function writeFacts(file: string, seen: readonly Fact[], target: string, io: Io): Promise<void> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const facts = mergeFacts(text === undefined ? undefined : await loadFacts(file), seen, target)
  await writeWhole('--facts', file, await formatFacts(file, facts, text))
  writeNote(io, `svc-emulator: wrote ${plural(facts.observations.length, 'fact')} to ${file}`)
}
