import type { Checkout } from './checkout.ts'
import { makeEdit, type Edit, type Sources } from './edits.ts'
import { runTests, type Failure } from './run-tests.ts'

/** Stages of tests, from those beside a file to those of `npm test`. */
export const stages = ['beside', 'folder', 'imports', 'imports 2', 'imports 3', 'quick', 'all'] as const

export type Stage = (typeof stages)[number]

export interface Verdict {
  readonly edit: Edit
  readonly file: string
  /** The first test that noticed it; undefined if it survived. */
  readonly by: Failure | undefined
  /** The last stage that was run. */
  readonly stage: Stage
}

/** Parts of a trial that are the same for all edits. */
export interface Trial {
  readonly checkout: Checkout
  readonly sources: Sources
  /** The last stage to run. */
  readonly last: Stage
  /** Groups of test files around a file, one for each stage but the last two. */
  readonly nearest: (file: string) => readonly (readonly string[])[]
}

/** Tries an edit in a checkout, and takes it back. */
export function tryEdit(edit: Edit, trial: Trial): Verdict {
  const { checkout, sources, last, nearest } = trial
  const { file, text } = makeEdit(edit, sources)
  const near = nearest(file)
  try {
    for (const stage of stages.slice(0, stages.indexOf(last) + 1)) {
      const tests = near[stages.indexOf(stage)]
      if (tests?.length === 0) continue
      checkout.write(file, text)
      const by = findFailure(checkout, stage, tests ?? [], () => checkout.write(file, sources.get(file)!))
      if (by !== undefined) return { edit, file, by, stage }
    }
    return { edit, file, by: undefined, stage: last }
  } finally {
    checkout.write(file, sources.get(file)!)
  }
}

/**
 * The first test that fails because of an edit: not after `takeBack`. On a busy machine one that starts processes can fail by itself: it fails
 * again.
 */
function findFailure(
  { folder }: Checkout,
  stage: Stage,
  tests: readonly string[],
  takeBack: () => void,
): Failure | undefined {
  const projects = stage === 'all' ? ['--project=!long'] : ['--project=unit', '--project=isolated']
  const run = (files: readonly string[]): Failure | undefined =>
    runTests(folder, [...projects, ...files, '--bail=1'])[0]
  const first = run(tests)
  const again = stage === 'all' ? first && run([first.file]) : first
  if (again === undefined) return undefined
  takeBack()
  return run([first!.file]) === undefined ? again : undefined
}
