import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import type { NamedMutant } from '../../../emulator/contract/mutants.ts'
import { executable } from '../../../emulator/scenario/held-files.ts'
import { undecided } from '../../../emulator/lab/mutation/mutate-runs.ts'
import { inOrderOfWeight, type MutantOutcome } from '../../../emulator/lab/mutation/report.ts'
import type { Place } from '../../../emulator/lab/mutation/batch.ts'
import { tryTests } from '../../../emulator/lab/mutation/try-tests.ts'
import { Interrupted } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import type { TrySettings } from './mutate-flags.ts'
import { rerunLine } from './rerun-line.ts'
import { startRest } from './start-each.ts'
import { limitFor } from './suite.ts'
import { vitestLine } from './vitest/command-line.ts'
import { KeptVitest, type KeptBaseline } from './vitest/kept-vitest.ts'
import { SessionFailed } from './vitest/session.ts'
import type { Live, Way } from './way.ts'

/** Keeps vitest up for the whole run; undefined, and said in a line, where the command does not let it be kept. */
export async function keepVitest(
  settings: TrySettings,
  over: AbortSignal,
  io: Io,
  live: Live,
): Promise<Way | undefined> {
  const line = vitestLine(settings.program, process.cwd())
  if (line === undefined) return undefined
  const why = 'why' in line ? line.why : whyNotHere
  if ('why' in line || why !== undefined) {
    live.note(`svc-emulator: vitest is started for each mutant: ${why}`)
    return undefined
  }
  const kept = await KeptVitest.create({ words: line.words, env: { ...io.env, ...line.env } })
  const stop = (): void => kept.stop()
  over.addEventListener('abort', stop)
  try {
    const baseline = await kept.baseline((done, of) => live.fileEnded(done, of))
    if (over.aborted) throw new SessionFailed('stopped')
    return way(kept, baseline, settings, over, io, live)
  } catch (error) {
    await kept.close()
    if (!(error instanceof SessionFailed)) throw error
    if (over.aborted) throw new Interrupted('stopped')
    live.note(
      `svc-emulator: vitest is started for each mutant, because it could not be kept running: ${firstLine(error.message)}`,
    )
    return undefined
  }
}

/** Why the program that keeps vitest cannot be started from here. */
const whyNotHere =
  executable !== undefined
    ? 'the single executable cannot keep it running; `npx svc-emulator mutate` of the package can'
    : undefined

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

function way(
  kept: KeptVitest,
  baseline: KeptBaseline,
  settings: TrySettings,
  over: AbortSignal,
  io: Io,
  live: Live,
): Way {
  const { met, files } = baseline
  return {
    met,
    formatRerun: rerunLine(settings.program, files),
    decide: async (mutants) => {
      const places = kept.places()
      const outcomes = new Map<string, MutantOutcome>()
      const note = (outcome: MutantOutcome): void => void outcomes.set(outcome.id, outcome)
      for (const mutant of mutants) note(undecided(mutant, met.get(mutant.clause)))
      for (const outcome of await tried(kept, { ...baseline, places }, mutants, settings, over, live)) note(outcome)
      const rest = mutants.filter(({ clause }) => met.has(clause) && !places.has(clause))
      if (rest.length > 0) for (const outcome of await startRest(rest, settings, over, io, live)) note(outcome)
      return mutants.map(({ id }) => outcomes.get(id)!)
    },
    close: () => kept.close(),
  }
}

const statefulNote = (file: string): string =>
  `svc-emulator: ${file}: tests depend on those before them (in another order one fails, or meets something else), so each mutant runs the whole file`

async function tried(
  kept: KeptVitest,
  { met, places, milliseconds }: KeptBaseline & { readonly places: ReadonlyMap<string, readonly Place[]> },
  mutants: readonly NamedMutant[],
  settings: TrySettings,
  over: AbortSignal,
  live: Live,
): Promise<MutantOutcome[]> {
  const waiting = inOrderOfWeight(mutants).flatMap((mutant) => {
    const found = places.get(mutant.clause)
    return found === undefined ? [] : [{ outcome: undecided(mutant, met.get(mutant.clause)), places: found }]
  })
  if (waiting.length === 0) return []
  const jobs = Math.min(settings.jobs ?? availableParallelism(), waiting.length)
  const limitMs = settings.timeLimit ?? limitFor(milliseconds)
  return tryTests(waiting, {
    jobs,
    mayJoin: () => kept.canOpenMore(),
    timeoutsKill: settings.timeoutsKill,
    stop: over,
    run: (batch, onTry) => kept.run(batch, limitMs, onTry),
    onStateful: (file) => live.note(statefulNote(relative('.', file))),
    nameTest: (id) => kept.nameTest(id),
    mayShare: kept.tellApart(),
    onDecided: (outcome) => live.decided(outcome),
  })
}
