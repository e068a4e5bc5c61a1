import { casesByClause } from '../../contract/clauses.ts'
import { createEmulator } from '../../host/emulator.ts'
import type { Step } from '../../scenario/schema-steps.ts'
import { InProcessTarget } from '../../scenario/targets/in-process.ts'
import { collect } from './collect.ts'
import { neededSteps, withCallers } from './needed-steps.ts'
import { loadProbeFiles, type ProbeFile } from './probe-files.ts'
import { PacedTarget } from './target.ts'

/** The parts of the shipped probes that chosen clauses need. */
interface Reaching {
  /** The file with the steps that reach the clauses, and those that these need; undefined if none does. */
  readonly restrict: (file: ProbeFile) => ProbeFile | undefined
  /** True if a further question of a run, such as for a limit, reaches one of the clauses. */
  readonly further: boolean
}

/** Clauses that the answers to each step of a file rest on, and those of the further questions after it. */
interface PlayedFile {
  readonly steps: readonly ReadonlySet<string>[]
  readonly further: ReadonlySet<string>
}

/** Finds the steps of the shipped probe files that the clauses need, by playing them against an emulator. */
export async function findReaching(chosen: readonly string[]): Promise<Reaching> {
  const played = await (whole ??= playAll())
  const isChosen = (ids: ReadonlySet<string>): boolean => chosen.some((id) => ids.has(id))
  const numbers = new Map<string, readonly number[]>()
  const left = new Set(
    chosen.filter((id) => ![...played.values()].some(({ steps }) => steps.some((ids) => ids.has(id)))),
  )
  for (const file of await loadProbeFiles('reach')) {
    const { steps, further } = played.get(file.name)!
    const wanted = steps.flatMap((ids, n) => (isChosen(ids) ? [n] : []))
    // The further questions are about what a file made, and those after one file are enough.
    const isBefore = [...further].filter((id) => left.delete(id)).length > 0
    if (isBefore) numbers.set(file.name, [...steps.keys()])
    else if (wanted.length > 0) numbers.set(file.name, await findNeeded(file, steps, wanted, chosen))
  }
  return {
    restrict: (file) => {
      const found = numbers.get(file.name)
      return found && withSteps(file, found)
    },
    further: [...played.values()].some(({ further }) => isChosen(further)),
  }
}

/** The fewest of a few choices of steps with which the wanted ones still rest on the chosen clauses. */
async function findNeeded(
  file: ProbeFile,
  whole: readonly ReadonlySet<string>[],
  wanted: readonly number[],
  chosen: readonly string[],
): Promise<readonly number[]> {
  const all = withCallers(file.scenario)
  // A case of a sentence, such as the phase of a revision, is made by writes about the same record.
  const hasCases = chosen.some((id) => casesByClause.has(id))
  for (const needed of [...neededSteps(all, wanted)].slice(hasCases ? 1 : 0)) {
    const { steps } = await play(withSteps(file, needed))
    const isKept = (n: number): boolean =>
      chosen.every((id) => whole[n]!.has(id) === (steps[needed.indexOf(n)]?.has(id) ?? false))
    if (wanted.every(isKept)) return needed
  }
  return [...all.keys()]
}

function withSteps(file: ProbeFile, numbers: readonly number[]): ProbeFile {
  const { name, large, keys, scenario } = file
  const steps: readonly Step[] = withCallers(scenario)
  return { name, large, keys, scenario: { ...scenario, steps: numbers.map((n) => steps[n]!) } }
}

/** The shipped files as played whole, by name. Cached, because they are the same for all runs. */
let whole: Promise<ReadonlyMap<string, PlayedFile>> | undefined

async function playAll(): Promise<ReadonlyMap<string, PlayedFile>> {
  const all = new Map<string, PlayedFile>()
  for (const file of await loadProbeFiles('reach')) all.set(file.name, await play(file))
  return all
}

/** Plays a file against an emulator in this process. */
async function play(file: ProbeFile): Promise<PlayedFile> {
  const emulator = createEmulator({ journal: { size: 1 } })
  const wait = (milliseconds: number): Promise<void> => Promise.resolve(emulator.clock.advance(milliseconds))
  const paced = { every: 0, timeLimit: 1_000, until: Infinity, now: () => 0, wait, signal: undefined }
  const keys = { main: 'svc-key-ada-admin', other: 'svc-key-ben-admin' }
  const steps = (file.scenario.steps ?? []).map(() => new Set<string>())
  const further = new Set<string>()
  // Every run reads its callers first, by two requests each.
  let before = 2 * Object.keys(keys).length
  await collect({
    target: new PacedTarget(new InProcessTarget(emulator), paced),
    keys,
    files: [file],
    readOnly: false,
    large: false,
    traffic: undefined,
    wait,
    isOver: () => false,
    signal: undefined,
    again: () => [],
    onExchange(_, { done }) {
      if (before-- > 0) return
      for (const id of emulator.journal.entries().at(-1)?.clauses ?? []) (steps[done] ?? further).add(id)
    },
  })
  return { steps, further }
}
