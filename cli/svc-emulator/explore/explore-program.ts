import { plural } from '../../../emulator/engine/checking/plural.ts'
import { availableParallelism } from 'node:os'
import { clauses } from '../../../emulator/contract/clauses.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { acceptedFindings } from '../../../emulator/lab/explore/accepted.ts'
import { baseEmulator, exploreSubject, keyFor, type Explored } from '../../../emulator/lab/explore/explore.ts'
import { checkExploreOptions, type ExploreOptions } from '../../../emulator/lab/explore/options.ts'
import type { ExploreReport } from '../../../emulator/lab/explore/report.ts'
import { reportExploration } from '../../../emulator/lab/explore/explore-report.ts'
import type { Emulator } from '../../../emulator/host/emulator.ts'
import { durationText } from '../../../emulator/scenario/record/duration-text.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import type { LoadedScenario } from '../../../emulator/scenario/loaded-scenario.ts'
import { readDocument } from '../../../emulator/scenario/files.ts'
import { writeReport } from '../../../emulator/scenario/reports/write-report.ts'
import { startServer } from '../../../emulator/adapters/node/server.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import { isColored } from '../../shared/color.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkFolder, checkWritable, requireFolder, writeWhole } from '../../shared/write-file.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { interruptible } from '../interruptible.ts'
import { caseText } from './case-text.ts'
import { LiveExploration } from './live-exploration.ts'
import { programSubject } from '../../../emulator/lab/programs/program-subject.ts'
import { saveFindings } from './save-findings.ts'

/**
 * Explores a program on a server of its own, and fails if there are findings. They alone have exit code 1: a program
 * that cannot be explored is a usage error.
 */
export async function exploreProgram(settings: ExploreSettings, io: Io): Promise<void> {
  const { findings, stale } = await interruptible(io, (stop) => exploredAndTold(settings, stop, io)).catch(
    (error: unknown) => {
      throw error instanceof EmulatorError ? usageError(error.message) : error
    },
  )
  for (const id of stale) writeNote(io, `svc-emulator: ${settings.accept} accepts ${id}, which did not occur`)
  if (findings.length > 0) throw new ClientError('UNEXPECTED', plural(findings.length, 'finding'))
}

async function exploredAndTold(settings: ExploreSettings, stop: AbortSignal, io: Io): Promise<ExploreReport> {
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  if (settings.save !== undefined) await checkFolder('--save', settings.save)
  if (settings.home !== undefined) await requireFolder('--home', settings.home)
  const options = await readOptions(settings)
  checkExploreOptions(options)
  const base = baseEmulator(options)
  const all = await explored(settings, options, base, stop, io)
  const { report, judged } = all
  if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
  if (settings.save !== undefined)
    await saveFindings(settings.save, { ...all, settings, loaded: options.scenario as LoadedScenario | undefined }, io)
  if (settings.case !== undefined) io.stdout.write(judged.map(caseText).join('\n'))
  await write(report, settings, io)
  return report
}

async function readOptions(settings: ExploreSettings): Promise<ExploreOptions> {
  const { scenario, fixtures, seed, only, skip, mustSurvive, allow, strict, depth, budget, timeLimit } = settings
  const accept = settings.accept === undefined ? undefined : await readAccepted(settings.accept)
  return {
    ...(scenario !== undefined && { scenario: await loadScenario(scenario) }),
    ...(fixtures !== undefined && { fixtures }),
    ...(seed !== undefined && { seed }),
    ...(only !== undefined && { only }),
    ...(skip !== undefined && { skip }),
    ...(mustSurvive !== undefined && { mustSurvive }),
    ...(allow !== undefined && { allow: allow as never }),
    ...(budget !== undefined && { budget }),
    ...(timeLimit !== undefined && { timeLimit }),
    ...(accept !== undefined && { accept }),
    ...(settings.case !== undefined && { case: settings.case }),
    strict,
    depth,
  }
}

async function readAccepted(file: string): Promise<string[]> {
  const { value, problems: unreadable, place } = await readDocument(file)
  if (unreadable.length > 0) throw new EmulatorError(unreadable)
  const { accepted, problems } = acceptedFindings(value)
  if (problems.length > 0) throw new EmulatorError(problems.map((problem) => place(problem)))
  return accepted
}

async function explored(
  settings: ExploreSettings,
  options: ExploreOptions,
  base: Emulator,
  stop: AbortSignal,
  io: Io,
): Promise<Explored> {
  const live = new LiveExploration(io)
  const server = await startServer({ emulator: base })
  try {
    const subject = programSubject({
      words: settings.program,
      server,
      apiKey: keyFor(base, settings.key),
      env: io.env,
      cwd: process.cwd(),
      home: settings.home,
      stop,
    })
    return await exploreSubject(subject, base, options, {
      jobs: settings.jobs ?? availableParallelism(),
      onJudged: (done, of, rejected) => live.judged(done, of, rejected),
      onFinding: (finding) => live.found(finding),
      stop,
    })
  } finally {
    live.end()
    await server.close()
  }
}

async function write(report: ExploreReport, settings: ExploreSettings, io: Io): Promise<void> {
  const text = written(report, settings, io)
  if (settings.output === undefined) io.stdout.write(text)
  else await writeWhole('--output', settings.output, text)
}

function written(report: ExploreReport, settings: ExploreSettings, io: Io): string {
  const { reporter, output } = settings
  const sentences = new Map<string, string>(clauses.map(({ id, statement }) => [id, statement]))
  const findSentence = (clause: string) => sentences.get(clause) ?? clause
  const { isTTY = false, columns } = io.stdout as { isTTY?: boolean; columns?: number }
  const told = reportExploration(report, {
    findSentence,
    ...(output === undefined && isTTY && { columns }),
    // The line contains --key: it is printed to terminals only, not into pages or annotations.
    ...(reporter === 'pretty' && { rerun: (id: string) => rerunLine(id, settings) }),
  })
  return writeReport(reporter, told, { color: output === undefined && isColored(io) })
}

/** Command line that repeats one experiment, in the same world and with the same limits. */
function rerunLine(id: string, { scenario, fixtures, seed, timeLimit, key, home, program }: ExploreSettings): string {
  const flags = {
    case: id,
    fixtures: fixtures?.join(','),
    seed: seed === undefined ? undefined : String(seed),
    'time-limit': timeLimit === undefined ? undefined : durationText(timeLimit),
    key,
    home,
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  return ['svc-emulator', 'explore', ...(scenario === undefined ? [] : [scenario]), ...given, '--', ...program]
    .map(quoted)
    .join(' ')
}
