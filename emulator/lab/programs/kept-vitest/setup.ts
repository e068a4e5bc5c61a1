/** Setup file of a session of vitest: puts mutants in force test by test, and notes how each try ended. */
import { appendFileSync, readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, type RunnerTask, type RunnerTestCase, type RunnerTestFile } from 'vitest'
import { setRunningTest, type RunningTest } from '../../../engine/world/running-test.ts'
import { PLAN_VARIABLE, type OutcomeLine, type Plan } from './plan.ts'
import { clearResult, readResult } from './read-result.ts'
import { maxRuns, Tries } from './tries.ts'

const plan = JSON.parse(readFileSync(process.env[PLAN_VARIABLE]!, 'utf8')) as Plan

const running: RunningTest = {
  // Modules of a test file are loaded before any hook runs.
  get file() {
    return expect.getState().testPath ?? ''
  },
  id: undefined,
  name: undefined,
  broken: plan.whole ?? [],
  carriedOut: false,
  notes: plan.notes,
}
setRunningTest(running)

/** No more tries: something of an earlier one may still go on, or was left behind. */
let isOver = false
const tries = new Map<string, Tries>()
/** Number of the run of a test that a try began in; a run that is retried keeps its number. */
const begun = new Map<string, number>()

// Older releases give the file as the first argument, newer ones as the second.
beforeAll(function () {
  // oxlint-disable-next-line prefer-rest-params -- with parameters vitest would look for fixtures in their names
  const file = [...arguments].find(
    (each) => typeof each === 'object' && each !== null && 'tasks' in each,
  ) as RunnerTestFile
  const tests = testsIn(file)
  if (tests.some((test) => test.concurrent === true || (test.repeats ?? 0) > 0))
    write({ kind: 'inseparable', file: running.file })
  if (plan.reversed === true) reverse(file, tests)
  if (plan.tries !== undefined) keepPlanned(tests, plan.tries)
})

beforeEach(({ task, skip }) => {
  running.id = task.id
  running.name = fullName(task)
  const left = tries.get(task.id)
  if (left === undefined) return
  const { result } = task
  const run = result?.repeatCount ?? 0
  if (begun.get(task.id) === run) return
  const mutant = isOver
    ? undefined
    : left.next(begun.has(task.id) ? { ...readResult(task), isCarriedOut: running.carriedOut } : undefined)
  begun.set(task.id, run)
  running.broken = mutant === undefined ? [] : [mutant]
  running.carriedOut = false
  if (mutant === undefined) skip()
  else if (result !== undefined) clearResult(result)
})

function testsIn(task: RunnerTask): RunnerTestCase[] {
  if (task.type === 'test') return [task]
  return task.tasks.flatMap(testsIn)
}

function reverse(task: RunnerTask, tests: readonly RunnerTestCase[]): void {
  for (const test of tests) test.repeats = 1
  const turn = (each: RunnerTask): void => {
    if (each.type === 'test') return
    each.tasks.reverse()
    for (const inner of each.tasks) turn(inner)
  }
  turn(task)
}

/** Leaves the planned tests to run, so often that all their mutants have a turn. */
function keepPlanned(tests: readonly RunnerTestCase[], planned: NonNullable<Plan['tries']>): void {
  for (const test of tests) {
    const mutants = planned[test.id]
    if (mutants === undefined) test.mode = 'skip'
    else {
      test.repeats = maxRuns(mutants.length)
      tries.set(test.id, new Tries(mutants, noteEvents(test.id)))
    }
  }
}

function noteEvents(test: string): ConstructorParameters<typeof Tries>[1] {
  return {
    start: (mutant) => write({ kind: 'start', test, mutant }),
    ended: (mutant, end, said) => write({ kind: 'end', test, mutant, end, said }),
    dirty: () => write({ kind: 'dirty', test }),
    over: () => {
      isOver = true
    },
  }
}

function fullName({ name, suite }: Pick<RunnerTestCase, 'name' | 'suite'>): string {
  return suite === undefined ? name : `${fullName(suite)} > ${name}`
}

function write(line: OutcomeLine): void {
  appendFileSync(plan.outcomes, `${JSON.stringify(line)}\n`)
}
