import type { Problem } from '../../../emulator/engine/checking/problems.ts'
import { isObject } from '../../../emulator/engine/checking/is-object.ts'
import { explorePrograms } from '../../../emulator/lab/explore/together/explore-programs.ts'
import { describeFailure, reportTogether } from '../../../emulator/lab/explore/together/report.ts'
import { ownCommand } from '../../../emulator/scenario/own-command.ts'
import { quoted, splitWords } from '../../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { noteStop, printReport, runLab } from '../lab-command.ts'
import { readAccepted } from '../read-accepted.ts'
import { readStart } from '../read-start.ts'
import { serveWorld } from '../serve-world.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { LiveExploration } from './live-exploration.ts'

/** Explores programs that run at once in one world. Fails where they do what they do not one after the other. */
export async function exploreCopies(settings: ExploreSettings, io: Io): Promise<void> {
  requireAboutCopies(settings)
  const beside = (settings.beside ?? []).map(readCommand)
  const accept = settings.accept === undefined ? undefined : await readAccepted(settings.accept, readFindings)
  const report = await runLab(settings, io, async (stop) => {
    const { program, key, home, copies, budget: budgetMs, timeLimit: timeMs, idle: idleMs } = settings
    const live = new LiveExploration(io)
    const found = await explorePrograms(
      { client: { program, key, home }, copies, beside },
      await readStart(settings),
      { budgetMs, timeMs, idleMs, accept, case: settings.case, stop, onTried: (tried) => live.judged(tried, tried, 0) },
      { env: io.env, serve: serveWorld, stop },
    ).finally(() => live.end())
    noteStop(stop, io)
    const rerun = settings.reporter === 'pretty' ? (id: string) => rerunLine(id, settings) : undefined
    await printReport(reportTogether(found, rerun), settings, io)
    return found
  })
  for (const id of report.stale) writeNote(io, `svc-emulator: ${id} in ${settings.accept} is stale: it did not occur`)
  const failure = describeFailure(report)
  if (failure !== undefined) throw new ClientError('UNEXPECTED', failure)
}

/** Rejects flags about failures of calls. */
function requireAboutCopies(settings: ExploreSettings): void {
  const { against, save, only, skip, allow, mustSurvive, strict, depth } = settings
  const flags = { against, save, only, skip, allow, 'must-survive': mustSurvive, strict: strict || undefined }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]))
  if (depth === 2) given.push('--depth 2')
  if (given.length > 0)
    throw usageError(
      `--copies and --beside try orders of calls, and ${given.join(', ')} is about one client: leave it out`,
    )
}

function readCommand(line: string): string[] {
  try {
    const words = splitWords(line)
    if (words.some((word) => !/^[A-Za-z_]\w*=/.test(word))) return words
  } catch (error) {
    throw usageError(`--beside: ${(error as Error).message}`)
  }
  throw usageError(`--beside: expected a command such as 'node ./worker.mjs', got '${line}'`)
}

/** Reads accepted findings: `{<id of the finding>: <reason>}`. */
function readFindings(document: unknown): { accepted: string[]; problems: Problem[] } {
  const message = 'expected findings with their reasons, such as `doubled-record api_keys: <reason>`'
  const entries = isObject(document) ? Object.entries(document) : []
  const isWrong =
    entries.length === 0 || entries.some(([, reason]) => typeof reason !== 'string' || reason.trim() === '')
  return { accepted: entries.map(([id]) => id), problems: isWrong ? [{ kind: 'type', path: [], message }] : [] }
}

/** Command line that repeats one order. */
function rerunLine(id: string, { scenario, fixtures, seed, key, home, copies, beside = [], program }: ExploreSettings) {
  const flags = { copies, case: id, fixtures: fixtures?.join(','), seed, key, home }
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const others = beside.flatMap((each) => ['--beside', each])
  const words = ['explore', ...(scenario === undefined ? [] : [scenario]), ...given, ...others, '--', ...program]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
