import type { Baseline } from '../engine/baseline.ts'
import type { Grouping } from '../engine/how.ts'
import type { Plan } from '../engine/question.ts'
import type { MetBy, Seen, TestResults } from '../engine/subject.ts'
import type { Variant } from '../engine/variant.ts'

/** The run without a variant, which passed. */
export interface SuiteBaseline extends Baseline {
  /** Sets of statements, each of one answer. */
  readonly answers: readonly (readonly string[])[]
  /** Test files; undefined where they are not known. */
  readonly files: readonly string[] | undefined
}

/** Most variants in a run that is told apart by its failed files. */
const MOST_BY_FILES = 32

/**
 * Variants that tests meet in one run: those that no common file met, where files stand alone, and those that change
 * different answers, as many as most runs pass with.
 */
export class SuiteGroups implements Grouping<Variant> {
  readonly #baseline: SuiteBaseline
  readonly #tellsFiles: boolean
  /** For each statement, all statements of answers that rested on it, including itself. */
  readonly #together: ReadonlyMap<string, ReadonlySet<string>>
  #failed = 0
  #decided = 0

  /** @param tellsFiles failed files show which variant was noticed: they do not depend on each other */
  constructor(baseline: SuiteBaseline, tellsFiles: boolean) {
    this.#baseline = baseline
    this.#tellsFiles = tellsFiles
    this.#together = findTogether(baseline.answers)
  }

  choose(first: Variant, waiting: readonly Variant[]): readonly Variant[] {
    const byFiles = this.#tellsFiles ? fill(first, waiting, MOST_BY_FILES, this.#haveNoFileInCommon) : []
    if (byFiles.length > 0) return byFiles
    return fill(first, waiting, bestSize(this.#failed, this.#decided), this.#changeOtherAnswers)
  }

  split(group: readonly Variant[], seen: Seen): ReadonlyMap<Variant, Seen> {
    const parts = this.#split(group, seen)
    for (const { end } of parts.values()) {
      this.#decided++
      if (end !== 'succeeded') this.#failed++
    }
    return new Map(Array.from(parts, ([variant, part]) => [variant, this.#withFiles(variant, part)]))
  }

  /** Leaves out the files that other variants of the group were in. */
  #withFiles(variant: Variant, { tests, ...seen }: Seen): Seen {
    const files = this.#filesOf(variant)
    return { ...seen, tests: { ...tests!, ...(tests?.ran !== undefined && files !== undefined && { ran: files }) } }
  }

  #split(group: readonly Variant[], seen: Seen): Map<Variant, Seen> {
    if (group.length === 1 || seen.end === 'succeeded') return new Map(group.map((variant) => [variant, seen]))
    const failed = seen.tests?.failedFiles
    return failed === undefined ? new Map() : this.#splitByFiles(group, seen, failed)
  }

  /** Decides variants by the failed files: one that is the only cause of a failure, and those whose files all passed. */
  #splitByFiles(group: readonly Variant[], seen: Seen, failed: readonly string[]): Map<Variant, Seen> {
    const parts = new Map<Variant, Seen>()
    const suspects = failed.map((file) => group.filter((each) => this.#filesOf(each)?.includes(file) !== false))
    if (suspects.length === 0 || suspects.some(({ length }) => length === 0)) return parts
    for (const variant of group)
      if (suspects.some((each) => each.length === 1 && each[0] === variant))
        parts.set(variant, { ...seen, tests: resultsIn(this.#filesOf(variant) ?? [], seen.tests!) })
      else if (!suspects.some((each) => each.includes(variant)))
        parts.set(variant, { ...seen, end: 'succeeded', tests: { ...seen.tests, failures: [], failedFiles: [] } })
    return parts
  }

  #filesOf({ statements: [id = ''] }: Variant): MetBy['files'] {
    return this.#baseline.first.met().get(id)?.files
  }

  readonly #haveNoFileInCommon = (one: Variant, other: Variant): boolean => {
    const [files, others] = [this.#filesOf(one), this.#filesOf(other)]
    return files !== undefined && others !== undefined && !files.some((file) => others.includes(file))
  }

  readonly #changeOtherAnswers = (one: Variant, other: Variant): boolean => {
    const [[id = ''], [otherId = '']] = [one.statements, other.statements]
    return id !== otherId && this.#together.get(id)?.has(otherId) === false
  }
}

/** True for a run beside others that showed nothing of its variant: another run's server may have answered. */
export const isDoubtful: NonNullable<Plan['isDoubtful']> = ({ variant, seen }, { isBeside }) =>
  isBeside && !seen.altered().has(variant.id)

/** Chooses variants that wait, up to a number, any two of which may run together. */
function fill(
  first: Variant,
  waiting: readonly Variant[],
  most: number,
  may: (one: Variant, other: Variant) => boolean,
): Variant[] {
  const group = [first]
  for (const variant of waiting)
    if (group.length < most && group.every((each) => may(each, variant))) group.push(variant)
  return group.slice(1)
}

/** The part of the results that some files have. */
function resultsIn(files: readonly string[], { failures, failedFiles, ...rest }: TestResults): TestResults {
  const isIn = (test: string): boolean => files.some((file) => test === file || test.startsWith(`${file} > `))
  return {
    ...rest,
    failures: failures.filter(({ name }) => isIn(name)),
    ...(failedFiles !== undefined && { failedFiles: failedFiles.filter((file) => files.includes(file)) }),
  }
}

function findTogether(answers: readonly (readonly string[])[]): Map<string, Set<string>> {
  const together = new Map<string, Set<string>>()
  for (const statements of answers)
    for (const id of statements) {
      const others = together.get(id) ?? new Set()
      together.set(id, others)
      for (const other of statements) others.add(other)
    }
  return together
}

/** Number of variants per run that needs the fewest runs, by the share that failed so far; one at first. */
function bestSize(failed: number, decided: number): number {
  if (decided < 4) return 1
  const share = (failed + 1) / (decided + 2)
  const runsEach = (size: number): number => (size === 1 ? 1 : 1 / size + 1 - (1 - share) ** size)
  return [1, 2, 4, 8, 16].reduce((best, size) => (runsEach(size) < runsEach(best) ? size : best))
}
