import { remember, type Remembering } from '../../emulator/lab/subjects/remember.ts'
import type { SubjectCommand } from '../../emulator/lab/subjects/with-command.ts'
import type { ReportFormat } from '../../emulator/scenario/reports/report.ts'
import { namingFlag } from '../shared/name-flag.ts'

interface RememberSettings extends Pick<SubjectCommand, 'program' | 'key' | 'home' | 'timeLimit'> {
  readonly since?: string | undefined
  readonly output?: string | undefined
  readonly accept?: string | undefined
  readonly save?: string | undefined
  readonly reporter: ReportFormat
}

/** The verdicts of `--since`, and what a JSON report is read for later; undefined where neither is asked for. */
export async function rememberVerdicts(
  question: string,
  { since, output, accept, save, reporter, ...command }: RememberSettings,
  start: SubjectCommand['start'],
): Promise<Remembering | undefined> {
  if (since === undefined && reporter !== 'json') return undefined
  const own = [output, accept, save].filter((file) => file !== undefined)
  const { program, key, home, timeLimit } = command
  const folder = process.cwd()
  return namingFlag('--since', () => remember({ question, folder, since, own, program, key, home, timeLimit, start }))
}
