import { readFile, rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { Environment } from '../../../emulator/scenario/run/program-environment.ts'
import { FROM_VARIABLE } from '../../../emulator/host/chosen-start.ts'
import { openTestRuns } from '../../../emulator/lab/subjects/open-test-runs.ts'
import { readSeen, type TestCommand } from '../../../emulator/lab/subjects/test-runs.ts'
import { readFailure, testLimits } from '../../../emulator/lab/shrink/failure.ts'
import type { ShrinkReport } from '../../../emulator/lab/shrink/report.ts'
import { comparableFailure } from '../../../emulator/lab/shrink/same-failure.ts'
import { sizeChange } from '../../../emulator/lab/shrink/shrink-report.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import { usageError } from '../../shared/client-error.ts'
import { writeWhole } from '../../shared/write-file.ts'
import type { ShrinkSettings } from './shrink-flags.ts'
import { describeTestFile, findFramework, noTest, type TestFile } from './test-file.ts'
import { ownCommand } from '../../../emulator/engine/checking/own-command.ts'

/** Refuses, before the work begins, a test that could not be written when it is done. */
export function checkWriteTest({ program, output }: Pick<ShrinkSettings, 'program' | 'output'>): void {
  if (program.length === 0)
    throw usageError(`--write-test requires the tests that fail: ${ownCommand} shrink -o repro.json -- npx vitest run`)
  const framework = findFramework(program)
  if (!['vitest', 'pytest'].includes(framework))
    throw usageError(`--write-test: '${program.join(' ')}' runs ${framework}: expected tests of vitest or pytest`)
  if (output === undefined) throw usageError('--write-test requires -o: the test begins with the scenario in that file')
  if (framework === 'vitest' && extname(output) !== '.json')
    throw usageError(
      `--write-test: emulators of vitest begin with JSON: expected -o ${output.slice(0, output.length - extname(output).length)}.json, got ${output}`,
    )
}

/** The refusal of tests whose world is that of a server outside of them. */
export function refuseServed(): Error {
  return usageError(
    '--write-test: these tests ask the server in SVC_API_URL, whose world a file of tests cannot choose: expected tests with emulators of their own, or of the plugin for pytest. Leave it out: exec --from runs them in the world that is written',
  )
}

/**
 * Writes the test file, once the scenario is written, and runs it. Resolves to the command that runs it. Rejects with
 * `ClientError` where it does not fail in the same way; then the file is as it was before.
 */
export async function writeTest(
  { failure, from, to }: ShrinkReport,
  { program, output = '', timeLimit }: ShrinkSettings,
  env: Environment,
  stop: AbortSignal,
): Promise<string> {
  if (stop.aborted) throw noTest('the search was stopped')
  const [name = '', message, ...more] = failure
  if (message === undefined || more.length > 0)
    throw noTest('expected one that fails, chosen by its file, and by -t of vitest or -k of pytest')
  const file = describeTestFile(program, { name, message, size: sizeChange(from, to) }, output)
  const before = await readFile(file.path, 'utf8').catch(() => undefined)
  await writeWhole('--write-test', file.path, file.text)
  let problem: string | undefined = 'it was not run to its end'
  try {
    problem = await findProblem(file, message, { program: file.words, env, stop }, timeLimit ?? testLimits.firstMs)
  } finally {
    if (problem !== undefined) await (before === undefined ? rm(file.path) : writeWhole('', file.path, before))
  }
  if (problem === undefined) return file.words.map(quoted).join(' ')
  throw noTest(`in ${file.path}, ${problem}`)
}

/**
 * Why a test file does not fail as it should. Emulators that do not begin with the scenario, such as those of a setup file,
 * begin with next to nothing: it does not fail in their world.
 */
async function findProblem(
  { test, around }: TestFile,
  message: string,
  suite: TestCommand,
  limitMs: number,
): Promise<string | undefined> {
  const tests = await openTestRuns({ ...suite, env: { ...suite.env, [FROM_VARIABLE]: undefined } }, () => {})
  try {
    const start = { scenario: 1, name: 'around', world: around }
    const seen = readFailure(readSeen(await tests.run({ start }, limitMs)))
    if (seen === undefined) return 'it passes'
    const [name = '', said = '', ...more] = seen
    const isSame = more.length === 0 && comparableFailure([said]) === comparableFailure([message])
    const isIt = name.endsWith(` > ${test.split('::').at(-1)}`)
    return isSame && isIt ? undefined : `it fails otherwise: ${seen.join('; ')}`
  } catch (error) {
    // Its name is none of a test file here.
    if (error instanceof EmulatorError) return error.message
    throw error
  } finally {
    await tests.close()
  }
}
