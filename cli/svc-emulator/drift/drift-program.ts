import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { reportDrift } from '../../../emulator/lab/drift/drift-findings.ts'
import type { DriftReport } from '../../../emulator/lab/drift/drift-report.ts'
import { drift } from '../../../emulator/lab/drift/drift.ts'
import { probesFromFile } from '../../../emulator/lab/drift/from-files.ts'
import { readDuration, type DriftOptions } from '../../../emulator/lab/drift/options.ts'
import { chooseClauses } from '../../../emulator/lab/drift/verdicts.ts'
import { writeReport } from '../../../emulator/scenario/reports/write-report.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import { isColored } from '../../shared/color.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, writeWhole } from '../../shared/write-file.ts'
import { interruptible } from '../interruptible.ts'
import { checkService } from './check-service.ts'
import { LiveDrift } from './live-drift.ts'
import { readEarlierFacts, writeFacts } from './facts-of-run.ts'
import { runSuite } from './suite-traffic.ts'
import type { DriftSettings } from './drift-flags.ts'

/** Runs `drift` and writes the report. Fails if a sentence is contradicted, or none is decided. */
export async function driftProgram(settings: DriftSettings, io: Io): Promise<void> {
  for (const secret of Object.values(settings.keys)) io.secrets.add(secret)
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  const facts = await readEarlierFacts(settings.facts)
  const given = new Set(Object.keys(settings.keys))
  const { host: hosts = [], writes } = settings
  const from = await Promise.all((settings.from ?? []).map((file) => probesFromFile(file, given, { hosts, writes })))
  try {
    chooseClauses(settings.only)
  } catch (error) {
    refuseOptions(error)
  }
  await checkService(settings)
  const report = await interruptible(io, async (stop) => {
    const live = new LiveDrift(io)
    const found = await drift({ ...readOptions(settings, stop, io, live), facts, from })
      .catch(refuseOptions)
      .finally(() => live.end())
    if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
    await write(found, settings, io)
    if (settings.facts !== undefined) await writeFacts(settings.facts, found.facts, found.target, io)
    return found
  })
  const contradicted = report.clauses.filter(
    ({ id, verdict, oneOf }) => verdict === 'contradicted' && (oneOf?.[0] ?? id) === id,
  )
  if (contradicted.length > 0)
    throw new ClientError('UNEXPECTED', `${plural(contradicted.length, 'sentence')} contradicted`)
  if (!report.clauses.some(({ verdict }) => verdict === 'held' || verdict === 'partly'))
    throw new ClientError('UNEXPECTED', 'no sentence was decided, so that nothing was shown')
}

/** Throws an error of the options as a usage error. */
function refuseOptions(error: unknown): never {
  throw error instanceof EmulatorError ? usageError(error.message) : error
}

function readOptions(settings: DriftSettings, signal: AbortSignal, io: Io, live: LiveDrift): DriftOptions {
  const { target, realtimeUrl, keys, readOnly, large, probes, only, rate, budget, timeLimit } = settings
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
    onExchange: (done, steps) => live.asked(done, steps),
    onContradicted: (clause) => live.contradicted(clause),
    ...(settings.program.length > 0 && { traffic: readTraffic(settings, signal, io, live) }),
  }
}

/**
 * Runs the suite, and reports its end on stderr. A failing suite does not fail the run, since the drift may be the
 * cause.
 */
function readTraffic(
  settings: DriftSettings,
  stop: AbortSignal,
  io: Io,
  live: LiveDrift,
): NonNullable<DriftOptions['traffic']> {
  const { program, target, realtimeUrl, budget } = settings
  return async (events) => {
    const suite = { program, target, realtimeUrl, timeLimit: readDuration('budget', budget) }
    const end = await runSuite(suite, events, stop, io, (text) => live.print(text))
    if (end !== undefined) live.note(`svc-emulator: the command failed (${end}); its requests were compared`)
  }
}

async function write(report: DriftReport, { reporter, output }: DriftSettings, io: Io): Promise<void> {
  const text = writeReport(reporter, reportDrift(report), { color: output === undefined && isColored(io) })
  if (output === undefined) io.stdout.write(text)
  else await writeWhole('--output', output, text)
}
