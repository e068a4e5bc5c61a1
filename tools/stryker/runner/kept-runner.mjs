import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { determineHitLimitReached, DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { createVitest } from 'vitest/node'
import { chosen as room } from '../rooms.mjs'
import { KeptThread } from './kept-thread.mjs'

const setupFile = fileURLToPath(new URL('setup.mjs', import.meta.url))
const configFile = fileURLToPath(new URL('../vitest.config.mjs', import.meta.url))

/** What the first run found, in the folder that Stryker makes for its run. */
const knownTests = 'known-tests.json'

/** The files of a run in the order that it names them. */
class AsGiven {
  shard = (files) => files
  sort = (files) => files
}

/**
 * A runner of Stryker that imports the tests and what they reach once, not once for each mutant: importing takes seconds, the first
 * test that notices a mutant some milliseconds. A mutant may spoil what tests share for those after it, so a failure counts
 * only when the same test passes without the mutant, or when it fails again in a thread that ran nothing else.
 */
export class KeptRunner {
  #pool = new KeptThread()
  #vitest
  /** The file of each test, and the milliseconds that it took. */
  #files = new Map()
  #durations = new Map()

  /**
   * A mutant that is also reached while modules are loaded would cost a new process, 5 s, that loads them just as they are: a mutant is
   * on only while tests run. So the thread stays for it too.
   */
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    const alone = {
      watch: false,
      bail: 1,
      isolate: false,
      maxWorkers: 1,
      coverage: { enabled: false },
      reporters: [{}],
      cache: false,
      sequence: { sequencer: AsGiven },
    }
    this.#vitest = await createVitest('test', { config: configFile, pool: this.#pool, ...alone })
    const [project] = this.#vitest.projects
    project.config.setupFiles = [setupFile, ...project.config.setupFiles]
  }

  async dryRun() {
    const { tests, errors, metas } = await this.#runAll()
    writeFileSync(knownTests, JSON.stringify(tests))
    if (errors.length > 0) return { status: DryRunStatus.Error, errorMessage: errors.join('\n') }
    return {
      status: DryRunStatus.Complete,
      tests,
      mutantCoverage: metas.findLast((meta) => meta.mutantCoverage)?.mutantCoverage,
    }
  }

  async mutantRun({ activeMutant: { id }, testFilter, hitLimit }) {
    this.#recall()
    const tests = this.#asked(testFilter)
    const first = await this.#runTests(tests, id, hitLimit)
    if (outcome(first, hitLimit).status !== MutantRunStatus.Killed || (await this.#passesWithout(first.failed)))
      return outcome(first, hitLimit)
    await this.#pool.end()
    const alone = await this.#runTests(tests, id, hitLimit)
    await this.#pool.end()
    return outcome(alone, hitLimit)
  }

  async dispose() {
    await this.#pool.end()
    await this.#vitest?.close()
  }

  /** Of the tests that reach a mutant those that are asked: where there are many, not those that take a hundredth of the time of all. */
  #asked(ids) {
    const all = [...this.#durations.values()].reduce((sum, duration) => sum + duration, 0)
    const quick = ids.filter((id) => this.#durations.get(id) < all / 100)
    return quick.length < (room().slowTestsBelow ?? Infinity) ? ids : quick
  }

  async #passesWithout({ id }) {
    return (await this.#runTests([id], 'none')).failed === undefined
  }

  async #runAll() {
    return this.#run(await this.#vitest.globTestSpecifications(), 'none')
  }

  /** After a mutant that ran for ever this is another process than that of the first run. */
  #recall() {
    if (this.#files.size > 0) return
    for (const { id, fileName, timeSpentMs } of JSON.parse(readFileSync(knownTests, 'utf8'))) {
      this.#files.set(id, fileName)
      this.#durations.set(id, timeSpentMs)
    }
  }

  async #runTests(ids, mutant, hitLimit) {
    const [project] = this.#vitest.projects
    const files = new Set(ids.map((id) => this.#files.get(id)))
    const chosen = [...files].map((file) => [file, ids.filter((id) => this.#files.get(id) === file)])
    const duration = ([, tests]) => tests.reduce((sum, id) => sum + this.#durations.get(id), 0)
    const quickFirst = chosen.toSorted((a, b) => duration(a) - duration(b))
    const specifications = quickFirst.map(([file, testIds]) => project.createSpecification(file, { testIds }))
    // The conformance suite has so many tests that gathering them takes longer than most mutants.
    const [beside, above] = [false, true].map((wanted) =>
      specifications.filter(({ moduleId }) => moduleId.includes('/conformance/') === wanted),
    )
    const first = await this.#run(beside, mutant, hitLimit)
    if (first.failed !== undefined || above.length === 0) return first
    return together(first, await this.#run(above, mutant, hitLimit))
  }

  async #run(specifications, mutant, hitLimit) {
    if (specifications.length === 0) return { tests: [], failed: undefined, errors: [], metas: [] }
    this.#vitest.state.filesMap.clear()
    this.#vitest.provide('stryker', { namespace: INSTRUMENTER_CONSTANTS.NAMESPACE, mutant, hitLimit })
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    const ran = testModules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => ['passed', 'failed'].includes(test.result().state))
    const tests = ran.map(testResult)
    return {
      tests,
      failed: tests.find(({ status }) => status === TestStatus.Failed),
      errors: [...unhandledErrors, ...testModules.flatMap((module) => module.errors())].map(({ message }) => message),
      metas: testModules.map((module) => module.meta()),
    }
  }
}

function together(first, second) {
  const both = (key) => [...first[key], ...second[key]]
  return { tests: both('tests'), failed: second.failed, errors: both('errors'), metas: both('metas') }
}

function testResult(test) {
  const { state, errors } = test.result()
  const told = {
    id: test.id,
    name: test.fullName,
    timeSpentMs: test.diagnostic().duration,
    fileName: test.module.moduleId,
  }
  return state === 'passed'
    ? { ...told, status: TestStatus.Success }
    : { ...told, status: TestStatus.Failed, failureMessage: errors[0].message }
}

/** What a run says of its mutant. An error outside of any test is not counted as noticed. */
function outcome({ tests, failed, metas }, hitLimit) {
  const hits = metas.reduce((sum, { hitCount = 0 }) => sum + hitCount, 0)
  const limit = determineHitLimitReached(hits, hitLimit)
  if (limit) return { status: MutantRunStatus.Timeout, reason: limit.reason }
  if (failed === undefined) return { status: MutantRunStatus.Survived, nrOfTests: tests.length }
  return {
    status: MutantRunStatus.Killed,
    killedBy: [failed.id],
    failureMessage: failed.failureMessage,
    nrOfTests: tests.length,
  }
}
