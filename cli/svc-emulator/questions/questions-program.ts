import { availableParallelism } from 'node:os'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { NoCall } from '../../../emulator/lab/explore/baseline-runs.ts'
import { baseEmulator } from '../../../emulator/lab/explore/explore.ts'
import { CommandFails, Stopped } from '../../../emulator/lab/programs/ended.ts'
import { isTestRun } from '../../../emulator/lab/programs/runners/find-runner.ts'
import { acceptedAlternatives } from '../../../emulator/lab/questions/accepted.ts'
import { askSubject, type QuestionsProgress } from '../../../emulator/lab/questions/ask-subject.ts'
import { askSuite, type AskedSuite } from '../../../emulator/lab/programs/ask-suite.ts'
import { checkQuestionsOptions, type QuestionsOptions } from '../../../emulator/lab/questions/options.ts'
import { reportQuestions } from '../../../emulator/lab/questions/questions-report.ts'
import { openQuestions, type QuestionsReport } from '../../../emulator/lab/questions/report.ts'
import { loadScenario } from '../../../emulator/scenario/load.ts'
import { writeReport } from '../../../emulator/scenario/reports/write-report.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import { isColored } from '../../shared/color.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, requireFolder, writeWhole } from '../../shared/write-file.ts'
import { interruptible } from '../interruptible.ts'
import { readAccepted } from '../read-accepted.ts'
import { readFacts } from '../read-facts.ts'
import { withinBudget } from '../../../emulator/lab/programs/within-budget.ts'
import { serveWorld } from '../serve-world.ts'
import { withProgram } from '../../../emulator/lab/programs/with-program.ts'
import { LiveQuestions } from './live-questions.ts'
import type { QuestionsSettings } from './questions-flags.ts'

type Asked = Pick<AskedSuite, 'report' | 'formatRerun'>

/** Reports the questions that matter to a program or a suite. Throws `ClientError` if there are more than `--max`. */
export async function questionsProgram(settings: QuestionsSettings, io: Io): Promise<void> {
  const report = await interruptible(io, (stop) => askedAndTold(settings, stop, io)).catch((error: unknown) => {
    throw error instanceof EmulatorError ? usageError(error.message) : error
  })
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it does not matter`)
  const open = openQuestions(report).length
  if (settings.max !== undefined && open > settings.max)
    throw new ClientError(
      'UNEXPECTED',
      `${plural(open, 'open question')} ${open === 1 ? 'matters' : 'matter'}, more than --max ${settings.max}`,
    )
}

async function askedAndTold(settings: QuestionsSettings, stop: AbortSignal, io: Io): Promise<QuestionsReport> {
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  if (settings.home !== undefined) await requireFolder('--home', settings.home)
  const options = await readOptions(settings, io)
  checkQuestionsOptions(options)
  const { report, formatRerun } = await asked(settings, options, stop, io)
  if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
  const { reporter, output } = settings
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const told = reportQuestions(report, reporter === 'pretty' ? { formatRerun } : {})
  const text = writeReport(reporter, told, { color: output === undefined && isColored(io) })
  if (output === undefined) io.stdout.write(text)
  else await writeWhole('--output', output, text)
  return report
}

async function readOptions(settings: QuestionsSettings, io: Io): Promise<QuestionsOptions> {
  const { scenario, fixtures, seed, only, timeLimit, accept } = settings
  const facts = await readFacts(settings.facts, io)
  return {
    ...(scenario !== undefined && { scenario: await loadScenario(scenario) }),
    ...(fixtures !== undefined && { fixtures }),
    ...(seed !== undefined && { seed }),
    ...(only !== undefined && { only }),
    ...(facts !== undefined && { facts }),
    ...(timeLimit !== undefined && { timeLimit }),
    ...(accept !== undefined && { accept: await readAccepted(accept, acceptedAlternatives) }),
  }
}

/**
 * Tries a suite whose tests create emulators. Tries any other program, and a suite that calls a server, in a world of
 * our server.
 */
async function asked(
  settings: QuestionsSettings,
  options: QuestionsOptions,
  stop: AbortSignal,
  io: Io,
): Promise<Asked> {
  const live = new LiveQuestions(io)
  const progress = { begin: (of: number) => live.begin(of), onTried: live.tried.bind(live) }
  const suite = (): Promise<AskedSuite> =>
    withinBudget(stop, settings.budget, (over) => {
      const { program, jobs, timeLimit } = settings
      const note = (text: string): void => live.note(text)
      return askSuite({ program, env: io.env, jobs, timeLimit, stop: over, note }, options, progress)
    })
  try {
    if (isTestRun(settings.program, process.cwd())) {
      const found = await suite()
      if (found.hasMet) return found
    }
    return await askProgram(settings, options, progress, stop, io).catch(async (error: unknown) => {
      if (!(error instanceof NoCall)) throw error
      const found = await suite()
      if (!found.hasMet) throw error
      return found
    })
  } catch (error) {
    if (error instanceof CommandFails) throw usageError(error.message)
    if (error instanceof Stopped && !stop.aborted)
      throw new ClientError(
        'UNEXPECTED',
        'the run without an alternative did not end within --budget, so no question was tried',
      )
    throw error
  } finally {
    live.end()
  }
}

async function askProgram(
  settings: QuestionsSettings,
  options: QuestionsOptions,
  progress: QuestionsProgress,
  stop: AbortSignal,
  io: Io,
): Promise<Asked> {
  const base = baseEmulator(options)
  const bounded = { ...options, ...(settings.budget !== undefined && { budget: settings.budget }) }
  const jobs = settings.jobs ?? availableParallelism()
  const report = await withProgram(base, settings, { env: io.env, serve: serveWorld, stop }, (subject) =>
    askSubject(subject, base, bounded, { ...progress, jobs, stop }),
  )
  return { report, formatRerun: (id) => rerunLine(id, settings) }
}

/** Command line that runs the client in a world with an alternative. */
function rerunLine(id: string, { scenario, fixtures, seed, key, program }: QuestionsSettings): string {
  const flags = {
    otherwise: id,
    fixtures: fixtures?.join(','),
    seed: seed === undefined ? undefined : String(seed),
    key,
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  return ['svc-emulator', 'exec', ...(scenario === undefined ? [] : [scenario]), ...given, '--', ...program]
    .map(quoted)
    .join(' ')
}
