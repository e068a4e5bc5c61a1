import { given } from '../../../emulator/engine/checking/given.ts'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import type { Memory } from '../../../emulator/lab/engine/memory.ts'
import { askSubject } from '../../../emulator/lab/questions/ask-subject.ts'
import { acceptedAlternatives } from '../../../emulator/lab/questions/accepted.ts'
import { checkQuestionsOptions, type QuestionsOptions } from '../../../emulator/lab/questions/options.ts'
import { reportQuestions } from '../../../emulator/lab/questions/questions-report.ts'
import { openQuestions, type QuestionsReport } from '../../../emulator/lab/questions/report.ts'
import { withCommand } from '../../../emulator/lab/subjects/with-command.ts'
import { ClientError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { formatRerun } from '../format-rerun.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { rememberVerdicts } from '../remember-verdicts.ts'
import { serveWorld } from '../serve-world.ts'
import { LiveRuns } from '../live-runs.ts'
import type { QuestionsSettings } from './questions-flags.ts'
import { factsFrom, knownDifferences, type FactsDocument } from '../../../emulator/host/facts/facts.ts'
import { loadFacts } from '../../../emulator/scenario/facts-file.ts'
import { namingFlag } from '../../shared/name-flag.ts'

/** Reports the questions that matter to a program or a suite. Throws `ClientError` if there are more than `--max`. */
export async function questionsProgram(settings: QuestionsSettings, io: Io): Promise<void> {
  const report = await runLab(
    settings,
    io,
    (stop) => askedAndTold(settings, stop, io),
    'the run without an alternative did not end within --budget, so no question was tried',
  )
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it does not matter`)
  const open = openQuestions(report).length
  if (settings.max !== undefined && open > settings.max)
    throw new ClientError(
      'UNEXPECTED',
      `${plural(open, 'open question')} ${open === 1 ? 'matters' : 'matter'}, more than --max ${settings.max}`,
    )
}

async function askedAndTold(settings: QuestionsSettings, stop: AbortSignal, io: Io): Promise<QuestionsReport> {
  const options = await readOptions(settings, io)
  const remembering = await rememberVerdicts('questions', settings, options)
  const report = await asked(settings, options, remembering?.memory, stop, io)
  noteStop(stop, io)
  const rerun = (id: string): string => formatRerun('exec', { otherwise: id }, settings)
  // The line may contain --key: it is printed to terminals only, not into pages or annotations.
  const told = reportQuestions(report, settings.reporter === 'pretty' ? { formatRerun: rerun } : {})
  await printReport(told, { ...settings, remembering }, io)
  return report
}

async function readOptions(settings: QuestionsSettings, io: Io): Promise<QuestionsOptions> {
  const { timeLimit, accept } = settings
  const only = settings.case === undefined ? settings.only : [settings.case]
  const facts = await readFacts(settings.facts, io)
  return {
    ...(await readStart(settings)),
    ...given({ only, facts, timeLimit }),
    accept: await readAccepted(accept, acceptedAlternatives),
  }
}

async function asked(
  settings: QuestionsSettings,
  options: QuestionsOptions,
  memory: Memory | undefined,
  stop: AbortSignal,
  io: Io,
): Promise<QuestionsReport> {
  checkQuestionsOptions(options)
  const live = new LiveRuns(io, { first: 'running the client as it is', runs: 'questions tried', found: 'matter' })
  return withCommand(
    { ...settings, start: options },
    { env: io.env, serve: serveWorld, stop, note: (text) => live.note(text) },
    (begun) =>
      askSubject({ ...begun, memory }, options, {
        begin: (of) => live.begin(of),
        tried: ({ matters, accepted, effect, asks }) =>
          live.tried(matters && accepted !== true ? `${effect}: ${asks}` : undefined),
      }),
  ).finally(() => live.end())
}

/** Reads the file of `--facts`. Lists differences that no setting can reproduce on stderr. */
async function readFacts(file: string | undefined, io: Io): Promise<FactsDocument | undefined> {
  if (file === undefined) return undefined
  const facts = await namingFlag('--facts', () => loadFacts(file))
  const differences = knownDifferences(factsFrom(facts))
  if (differences.length > 0)
    writeNote(
      io,
      [`svc-emulator: ${file}: ${plural(differences.length, 'known difference')}`, ...differences].join('\n  '),
    )
  return facts
}
