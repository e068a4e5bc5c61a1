import { ownCommand } from '../../emulator/engine/checking/own-command.ts'
import { plural } from '../../emulator/engine/checking/plural.ts'
import { dirname, join, resolve } from 'node:path'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { sortProblems, type Problem } from '../../emulator/engine/checking/problems.ts'
import type { CoverageReport } from '../../emulator/engine/coverage/coverage.ts'
import type { LoadedScenario } from '../../emulator/scenario/loaded-scenario.ts'
import { play } from '../../emulator/scenario/replay.ts'
import { createReporter, type Reporter } from '../../emulator/scenario/reporter.ts'
import { IN_PROCESS, showsNothing, transcriptOf, type ReplayResult } from '../../emulator/scenario/result.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import type { Target } from '../../emulator/scenario/targets/target.ts'
import { hideValues } from '../../emulator/scenario/run/hide-values.ts'
import { runsPrograms } from '../../emulator/scenario/needs.ts'
import { validate } from '../../emulator/scenario/validate.ts'
import { quoted } from '../../emulator/scenario/run/words.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import { canRedraw, isColored } from '../shared/color.ts'
import { gathering } from '../shared/gathering.ts'
import type { Io } from '../shared/io.ts'
import type { OutputStream } from '../shared/output-type.ts'
import { writeNote } from '../shared/output.ts'
import { checkFolder, checkWritable, writeWhole } from '../shared/write-file.ts'
import { keepBundle } from './keep-bundle.ts'
import { leaveCoverage, leavesCoverage } from './leave-coverage.ts'
import { refuseDead } from './refuse-dead.ts'
import { exercisedBy, withClient } from './replayed-coverage.ts'
import { serveWorld } from './serve-world.ts'
import { findSources } from './sources.ts'
import type { ReplayFlagSettings } from './replay-flags.ts'
import type { reporterNames } from '../../emulator/scenario/reporter.ts'

/** Settings of `replay`. */
interface ReplaySettings extends ReplayFlagSettings {
  readonly sources: readonly string[]
  readonly reporter: (typeof reporterNames)[number]
  readonly keys: Readonly<Record<string, string>>
  /** Values of the user's variables for `run` steps, by name. */
  readonly variables: Readonly<Record<string, string>>
}

interface ReplayItem {
  readonly loaded: LoadedScenario
  readonly emulator: Emulator
}

/** Replays scenarios. Loads them all first, so that an invalid one stops the run before it begins. */
export async function replayAll(settings: ReplaySettings, io: Io): Promise<void> {
  const { found: sources } = findSources(settings.sources, ['scenario', 'bundle'])
  if (settings.asVitest) {
    const { asVitest } = await import('../../emulator/scenario/as-vitest.ts')
    for (const source of sources) io.stdout.write(asVitest((await load(source, settings)).loaded))
    return
  }
  if (settings.transcript !== undefined) await checkWritable('--transcript', settings.transcript)
  if (settings.bundleOnFailure !== undefined) await checkFolder('--bundle-on-failure', settings.bundleOnFailure)
  for (const secret of Object.values(settings.keys)) io.secrets.add(secret)
  const output = io.stdout.isTTY === true ? io.stdout : gathering(io.stdout)
  const reporter = reporterFor(settings, output, io)
  // The pretty report would repeat the error.
  const refused = settings.reporter === 'pretty' ? undefined : reporter
  const items = await loadAll(sources, settings, refused).finally(() => output.flush?.())
  refuseUnusedKeys(Object.keys(settings.keys), items)
  if (settings.target !== undefined) await refuseDead(settings.target)
  const reports: CoverageReport[] = []
  const onPlayed = leavesCoverage(io)
    ? ({ scenario }: LoadedScenario, emulator: Emulator, result: ReplayResult) =>
        void reports.push(exercisedBy(scenario.name, withClient(emulator.coverage(), result)))
    : undefined
  const { results, bundles } = await playAll(items, settings, reporter, onPlayed).finally(() => output.flush?.())
  for (const bundle of bundles)
    writeNote(io, `svc-emulator: wrote ${bundle}; step through it: ${ownCommand} show ${quoted(bundle)}`)
  await leaveCoverage(io, () => reports)
  if (settings.transcript !== undefined) await writeWhole('--transcript', settings.transcript, transcriptOf(results))
  const failed = results.filter(({ ok }) => !ok).length
  if (failed > 0) throw new ClientError('UNEXPECTED', `${failed} of ${plural(items.length, 'scenario')} failed`)
  const notPlayed = results.filter((result) => result.notPlayed !== undefined).length
  if (settings.requireAll && notPlayed > 0)
    throw new ClientError(
      'UNEXPECTED',
      `${notPlayed} of ${plural(items.length, 'scenario')} not played, with --require-all`,
    )
  if (showsNothing(results)) {
    throw new ClientError(
      'UNEXPECTED',
      'no step was played, so that nothing was shown: a scenario without steps is for start',
    )
  }
}

/**
 * Loads all scenarios. Tracing is on if a bundle is to be kept. Invalid files are reported as scenarios that fail, and
 * none is played.
 */
async function loadAll(
  sources: readonly string[],
  { bundleOnFailure: bundles, target = IN_PROCESS }: ReplaySettings,
  reporter?: Reporter,
): Promise<ReplayItem[]> {
  const items: ReplayItem[] = []
  const problems: Problem[] = []
  const invalid: ReplayResult[] = []
  for (const source of sources) {
    const {
      loaded,
      emulator,
      problems: found,
    } = await validate(source, { trace: bundles !== undefined, labelsWarn: true })
    if (loaded) items.push({ loaded, emulator })
    if (found.length > 0) invalid.push(invalidResult(source, target, found))
    problems.push(...found)
  }
  if (problems.length > 0) {
    for (const result of invalid) {
      reporter?.begin?.(result.name)
      reporter?.scenario?.(result)
    }
    reporter?.end(invalid)
    throw new EmulatorError(sortProblems(problems))
  }
  return items
}

/** Result of an invalid scenario, without played steps. */
function invalidResult(file: string, target: string, problems: readonly Problem[]): ReplayResult {
  const lines = new EmulatorError(sortProblems(problems)).message.split('\n')
  return {
    name: file,
    about: 'Invalid file',
    file,
    target,
    ok: false,
    steps: [],
    problems: lines,
    notes: [],
    clauses: [],
  }
}

/** Refuses a key name that no step uses: the scenario would pass with another key. */
function refuseUnusedKeys(names: readonly string[], items: readonly ReplayItem[]): void {
  if (names.length === 0) return
  const used = items.flatMap(({ loaded: { scenario } }) => textsIn(scenario))
  const unused = names.find((name) => !used.includes(name))
  if (unused === undefined) return
  throw usageError(`--api-key-env: no step asks as '${unused}'${didYouMean(unused, used)}`)
}

/** All keys and texts of a document. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)])
}

async function load(source: string, settings: ReplaySettings): Promise<ReplayItem> {
  const [item] = await loadAll([source], settings)
  return item as ReplayItem
}

function reporterFor({ reporter }: ReplaySettings, output: OutputStream, { env, stdout }: Io): Reporter {
  return createReporter(reporter, {
    write: (text) => void output.write(text),
    color: isColored({ env, stdout }),
    live: canRedraw(stdout, env),
    now: () => performance.now(),
  })
}

type OnPlayed = (loaded: LoadedScenario, emulator: Emulator, result: ReplayResult) => void

async function playAll(
  items: readonly ReplayItem[],
  settings: ReplaySettings,
  reporter: Reporter,
  played?: OnPlayed,
): Promise<{ results: ReplayResult[]; bundles: string[] }> {
  const results: ReplayResult[] = []
  const bundles: string[] = []
  for (const { loaded, emulator } of items) {
    reporter.begin?.(loaded.scenario.name)
    const result = await playOne(loaded, emulator, settings, reporter)
    results.push(result)
    reporter.scenario?.(result)
    played?.(loaded, emulator, result)
    if (result.ok) continue
    if (settings.bundleOnFailure !== undefined) {
      const sameName = results.filter(({ name }) => name === result.name).length
      const folder = sameName === 1 ? settings.bundleOnFailure : join(settings.bundleOnFailure, String(sameName))
      const hide = (text: string): string => hideValues(text, settings.variables)
      bundles.push(await keepBundle(folder, loaded, result, emulator, hide))
    }
    if (settings.bail) break
  }
  reporter.end(results)
  return { results, bundles }
}

async function playOne(
  loaded: LoadedScenario,
  emulator: Emulator,
  settings: ReplaySettings,
  reporter: Reporter,
): Promise<ReplayResult> {
  const runner = !settings.noRun && runsPrograms(loaded) ? await runnerFor(settings, loaded) : undefined
  try {
    const target = await openTarget(loaded, emulator, settings)
    return await play(loaded, target, { run: runner?.run, onStep: (step) => reporter.step?.(step) })
  } finally {
    await runner?.close()
  }
}

async function runnerFor({ client, worker, variables }: ReplaySettings, { file }: LoadedScenario) {
  const { createRunner } = await import('../../emulator/scenario/run/run-step.ts')
  return createRunner({ client, worker, variables, folder: file === undefined ? undefined : dirname(resolve(file)) })
}

async function openTarget(loaded: LoadedScenario, emulator: Emulator, settings: ReplaySettings): Promise<Target> {
  const { target: apiUrl, realtimeUrl, keys, controlToken } = settings
  if (apiUrl === undefined) return new InProcessTarget(emulator, serveWorld, keys)
  const { runningEmulator } = await import('../../emulator/scenario/targets/running-emulator.ts')
  const running = await runningEmulator({ apiUrl, token: controlToken, keys }, loaded)
  const { HttpTarget } = await import('../../emulator/scenario/targets/http-target.ts')
  return running ?? new HttpTarget({ apiUrl, keys, ...(realtimeUrl !== undefined && { realtimeUrl }) })
}
