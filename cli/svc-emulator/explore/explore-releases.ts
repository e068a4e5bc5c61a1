import { availableParallelism } from 'node:os'
import { plural } from '../../../emulator/engine/checking/plural.ts'
import { exploreAgainst } from '../../../emulator/lab/explore/against/explore-against.ts'
import type { ReleasesReport } from '../../../emulator/lab/explore/against/releases-report.ts'
import { countCases, tellReleases } from '../../../emulator/lab/explore/against/tell-releases.ts'
import { baseEmulator } from '../../../emulator/lab/explore/explore.ts'
import { checkExploreOptions } from '../../../emulator/lab/explore/options.ts'
import { writeReport } from '../../../emulator/scenario/reports/write-report.ts'
import { splitWords } from '../../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../../shared/client-error.ts'
import { isColored } from '../../shared/color.ts'
import type { Io } from '../../shared/io.ts'
import { writeNote } from '../../shared/output.ts'
import { checkWritable, requireFolder, writeWhole } from '../../shared/write-file.ts'
import { interruptible } from '../interruptible.ts'
import { serveWorld } from '../serve-world.ts'
import { withProgram } from '../../../emulator/lab/programs/with-program.ts'
import type { ExploreSettings } from './explore-flags.ts'
import { LiveExploration } from './live-exploration.ts'
import { rerunLine } from './rerun-line.ts'
import { readOptions } from './run-exploration.ts'

/** Compares two releases of a program under the same failures. Fails where the new one does something worse. */
export async function exploreReleases(settings: ExploreSettings, io: Io): Promise<void> {
  requireTwo(settings)
  const old = readCommand(settings.against!)
  if (settings.output !== undefined) await checkWritable('--output', settings.output)
  if (settings.home !== undefined) await requireFolder('--home', settings.home)
  const report = await interruptible(io, async (stop) => {
    const compared = await compare(settings, old, stop, io)
    if (stop.aborted) writeNote(io, 'svc-emulator: stopped; this is what was found until then')
    return compared
  })
  await write(report, settings, io)
  if (report.worse.length > 0)
    throw new ClientError('UNEXPECTED', `${plural(countCases(report.worse), 'experiment')} worse`)
}

/** Rejects flags that judge one client. */
function requireTwo({ save, case: one, accept, allow, mustSurvive, strict, depth }: ExploreSettings): void {
  const flags = { save, case: one, accept, allow, 'must-survive': mustSurvive, strict: strict || undefined }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]))
  if (depth === 2) given.push('--depth 2')
  if (given.length > 0)
    throw usageError(`--against compares two clients, and ${given.join(', ')} judges one: leave one of them out`)
}

function readCommand(line: string): string[] {
  const words = readWords(line)
  if (words.length === 0) throw usageError("--against: expected a command such as 'node ./client-1.9.js', got none")
  return words
}

function readWords(line: string): string[] {
  try {
    return splitWords(line)
  } catch (error) {
    throw usageError(`--against: ${(error as Error).message}`)
  }
}

async function compare(
  settings: ExploreSettings,
  old: readonly string[],
  stop: AbortSignal,
  io: Io,
): Promise<ReleasesReport> {
  const options = await readOptions(settings)
  checkExploreOptions(options)
  const base = baseEmulator(options)
  const surroundings = { env: io.env, serve: serveWorld, stop }
  const live = new LiveExploration(io)
  const progress = {
    jobs: settings.jobs ?? availableParallelism(),
    stop,
    onJudged: (done: number, of: number, rejected: number) => live.judged(done, of, rejected),
  }
  return withProgram(base, settings, surroundings, (next) =>
    withProgram(base, { ...settings, program: old }, surroundings, (before) =>
      exploreAgainst({ old: before, new: next }, base, options, progress),
    ),
  ).finally(() => live.end())
}

async function write(report: ReleasesReport, settings: ExploreSettings, io: Io): Promise<void> {
  const { reporter, output } = settings
  const told = tellReleases(report, reporter === 'pretty' ? (id) => rerunLine(id, settings) : undefined)
  const text = writeReport(reporter, told, { color: output === undefined && isColored(io) })
  if (output === undefined) io.stdout.write(text)
  else await writeWhole('--output', output, text)
}
