import { NoCall } from '../../emulator/lab/engine/baseline.ts'
import type { Begun } from '../../emulator/lab/engine/begun.ts'
import { withCommand, type SubjectCommand } from '../../emulator/lab/subjects/with-command.ts'
import type { ReportCase, Report, ReportFormat } from '../../emulator/scenario/reports/report.ts'
import { ClientError } from '../shared/client-error.ts'
import type { FlagSettings } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { noteStale, noteStop, printReport, runLab } from './lab-command.ts'
import type { clientFlags, runFlags } from './lab-flags.ts'
import { LiveRuns, type LiveWords } from './live-runs.ts'
import { openLines } from './open-lines.ts'
import { readStart } from './read-start.ts'
import { rememberVerdicts } from './remember-verdicts.ts'
import { serveWorld } from './serve-world.ts'

/** Settings that all questions have; times in milliseconds. */
interface AskSettings extends FlagSettings<typeof clientFlags & typeof runFlags> {
  readonly reporter: ReportFormat
  readonly output?: string | undefined
  readonly since?: string | undefined
  readonly accept?: string | undefined
  readonly scenario: string | undefined
  readonly program: readonly string[]
}

/** Listeners to a question. */
export interface Around {
  readonly live: LiveRuns
  readonly start: SubjectCommand['start']
  readonly stop: AbortSignal
  /** Called with each case as it ends. */
  readonly onCase: (each: ReportCase) => void
}

/** A question that a command asks of a client or of tests. */
interface CommandQuestion<Answer> {
  /** Name of the command. */
  readonly name: string
  readonly words: LiveWords
  /** Title of the report, and name of its section. */
  readonly title: string
  readonly section: string
  /** It is asked of tests, whatever the command is. */
  readonly isSuite?: true
  /** Message of the failure of a command that asks no emulator. Default: a usage error. */
  readonly nothingAsked?: string
  /** Changes of the world. */
  readonly start?: SubjectCommand['start']
  ask(begun: Begun, around: Around): Promise<Answer>
  report(answer: Answer): Report
  /** Accepted names that are not found any more, and the reason. */
  readonly stale?: (answer: Answer) => readonly [names: readonly string[], because: string]
  /** Called after the report. */
  end?(answer: Answer, stop: AbortSignal): Promise<void>
}

/**
 * Asks a question of the command of a command line, and prints its report.
 *
 * @param unended message of the failure where `--budget` ended the run that others are compared with
 * @param prepare reads the files of the flags
 */
export function askCommand<Answer>(
  settings: AskSettings,
  io: Io,
  unended: string,
  prepare: () => CommandQuestion<Answer> | Promise<CommandQuestion<Answer>>,
): Promise<Answer> {
  const work = async (stop: AbortSignal): Promise<Answer> => {
    const question = await prepare()
    const start = { ...(await readStart(settings)), ...question.start }
    const remembering = await rememberVerdicts(question.name, settings, start)
    const lines = openLines(settings, io)
    const live = new LiveRuns(io, question.words)
    const onCase = (each: ReportCase) => lines?.tell(question.section, each)
    const answer = await withCommand(
      { ...settings, start, ...(question.isSuite && { isSuite: true }) },
      { env: io.env, serve: serveWorld, stop, note: (text) => live.note(text) },
      (begun) => {
        lines?.begin(question.title)
        return question.ask({ ...begun, memory: remembering?.memory }, { live, start, stop, onCase })
      },
    )
      .catch((error: unknown) => {
        const { nothingAsked } = question
        throw error instanceof NoCall && nothingAsked !== undefined
          ? new ClientError('UNEXPECTED', nothingAsked)
          : error
      })
      .finally(() => live.end())
    noteStop(stop, io)
    await printReport(question.report(answer), { ...settings, remembering, lines }, io)
    noteStale(settings.accept, question.stale?.(answer), io)
    await question.end?.(answer, stop)
    return answer
  }
  return runLab(settings, io, work, unended)
}
