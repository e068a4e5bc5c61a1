import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { executable } from '../../scenario/held-files.ts'
import { undecided, type Variant } from './schedule/try-runs.ts'
import { inOrderOfWeight, type MutantOutcome } from '../mutation/report.ts'
import type { Place } from './schedule/batch.ts'
import { tryTests } from './schedule/try-tests.ts'
import { Stopped } from '../engine/baseline.ts'
import { rerunLine } from './rerun-line.ts'
import { startRest } from './start-each.ts'
import { limitFor } from './suite.ts'
import { vitestLine } from './kept-vitest/command-line.ts'
import { KeptVitest, type KeptBaseline } from './kept-vitest/kept-vitest.ts'
import { SessionFailed } from './kept-vitest/session.ts'
import type { Trial } from './trial.ts'
import type { Way } from './way.ts'

/** Keeps vitest up for the whole run; undefined, and said in a line, where the command does not let it be kept. */
export async function keepVitest(trial: Trial): Promise<Way | undefined> {
  const { program, env, stop: over, live } = trial
  const line = vitestLine(program, process.cwd())
  if (line === undefined) return undefined
  const why = 'why' in line ? line.why : whyNotHere
  if ('why' in line || why !== undefined) {
    live.note(`svc-emulator: vitest is started for each mutant: ${why}`)
    return undefined
  }
  const kept = await KeptVitest.create({
    words: line.words,
    env: { ...env, ...line.env },
    variesOtherwise: trial.variesOtherwise === true,
  })
  const stop = (): void => kept.stop()
  over.addEventListener('abort', stop)
  try {
    const baseline = await kept.baseline((done, of) => live.fileEnded(done, of))
    if (over.aborted) throw new SessionFailed('stopped')
    return way(kept, baseline, trial)
  } catch (error) {
    await kept.close()
    if (!(error instanceof SessionFailed)) throw error
    if (over.aborted) throw new Stopped()
    live.note(
      `svc-emulator: vitest is started for each mutant, because it could not be kept running: ${firstLine(error.message)}`,
    )
    return undefined
  }
}

/** The reason why the program that keeps vitest cannot be started from here. */
const whyNotHere =
  executable !== undefined
    ? 'the single executable cannot keep it running; `npx svc-emulator mutate` of the package can'
    : undefined

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

function way(kept: KeptVitest, baseline: KeptBaseline, trial: Trial): Way {
  const { met, files } = baseline
  return {
    met,
    formatRerun: rerunLine(trial.program, files),
    decide: async (mutants) => {
      const places = kept.places()
      const outcomes = new Map<string, MutantOutcome>()
      const note = (outcome: MutantOutcome): void => void outcomes.set(outcome.id, outcome)
      for (const mutant of mutants) note(undecided(mutant, met.get(mutant.clause)))
      for (const outcome of await tried(kept, { ...baseline, places }, mutants, trial)) note(outcome)
      const rest = mutants.filter(({ clause }) => met.has(clause) && !places.has(clause))
      if (rest.length > 0) for (const outcome of await startRest(rest, trial)) note(outcome)
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
  mutants: readonly Variant[],
  { jobs: most, timeLimit, timeoutsKill = false, stop, live }: Trial,
): Promise<MutantOutcome[]> {
  const waiting = inOrderOfWeight(mutants).flatMap((mutant) => {
    const found = places.get(mutant.clause)
    return found === undefined ? [] : [{ outcome: undecided(mutant, met.get(mutant.clause)), places: found }]
  })
  if (waiting.length === 0) return []
  const jobs = Math.min(most ?? availableParallelism(), waiting.length)
  const limitMs = timeLimit ?? limitFor(milliseconds)
  return tryTests(waiting, {
    jobs,
    mayJoin: () => kept.canOpenMore(),
    timeoutsKill,
    stop,
    run: (batch, onTry) => kept.run(batch, limitMs, onTry),
    onStateful: (file) => live.note(statefulNote(relative('.', file))),
    nameTest: (id) => kept.nameTest(id),
    mayShare: kept.tellApart(),
    onDecided: (outcome) => live.decided(outcome),
  })
}
