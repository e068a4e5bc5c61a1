import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { given } from '../../../emulator/engine/checking/given.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { CommandFails, Stopped, askProgram } from '../../../emulator/lab/programs/index.ts'
import { acceptedAlternatives } from '../../../emulator/lab/questions/accepted.ts'
import type { QuestionsOptions } from '../../../emulator/lab/questions/options.ts'
import { reportQuestions } from '../../../emulator/lab/questions/questions-report.ts'
import { openQuestions, type QuestionsReport } from '../../../emulator/lab/questions/report.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, requireFolder } from '../../shared/write-file.ts'
import { interruptible } from '../interruptible.ts'
import { noteStop, printReport } from '../print-report.ts'
import { readAccepted } from '../read-accepted.ts'
import { readFacts } from '../read-facts.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import { LiveQuestions } from './live-questions.ts'
import type { QuestionsSettings } from './questions-flags.ts'

interface Asked {
  readonly report: QuestionsReport
  readonly formatRerun: (alternative: string) => string
}

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
  const { report, formatRerun } = await asked(settings, options, stop, io)
  noteStop(stop, io)
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  await printReport(reportQuestions(report, settings.reporter === 'pretty' ? { formatRerun } : {}), settings, io)
  return report
}

async function readOptions(settings: QuestionsSettings, io: Io): Promise<QuestionsOptions> {
  const { only, timeLimit, accept } = settings
  const facts = await readFacts(settings.facts, io)
  return {
    ...(await readStart(settings)),
    ...given({ only, facts, timeLimit }),
    ...(accept !== undefined && { accept: await readAccepted(accept, acceptedAlternatives) }),
  }
}

async function asked(
  settings: QuestionsSettings,
  options: QuestionsOptions,
  stop: AbortSignal,
  io: Io,
): Promise<Asked> {
  const live = new LiveQuestions(io)
  try {
    const { report, formatRerun } = await askProgram(settings, options, {
      env: io.env,
      serve: serveWorld,
      stop,
      begin: (of) => live.begin(of),
      onTried: live.tried.bind(live),
      note: (text) => live.note(text),
    })
    return { report, formatRerun: formatRerun ?? ((id) => rerunLine(id, settings)) }
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
