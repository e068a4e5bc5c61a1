import { countCores } from '../subjects/cores.ts'
import { BaselineError, NoCall, SubjectFails } from '../engine/baseline.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { askSubject, type QuestionsProgress } from './ask-subject.ts'
import { checkQuestionsOptions, type QuestionsOptions } from './options.ts'
import type { QuestionsReport } from './report.ts'
import { askSuite, type AskedSuite } from './ask-suite.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { withProgram, type ClientProgram, type Surroundings } from '../subjects/with-program.ts'

/** A program or a suite, and bounds of its runs in real milliseconds. */
interface AskedProgram extends ClientProgram {
  /** Default: the number of cores; of a suite, if it passes that way. */
  readonly jobs: number | undefined
  readonly budget: number | undefined
  readonly timeLimit: number | undefined
}

interface Around extends Surroundings, Pick<QuestionsProgress, 'begin' | 'onTried'> {
  readonly stop: AbortSignal
  readonly note: (text: string) => void
}

/** Report on a suite or a program. */
interface Asked {
  readonly report: QuestionsReport
  /** Command line that repeats an alternative; undefined for a program that asks a server. */
  readonly formatRerun: AskedSuite['formatRerun'] | undefined
}

/**
 * Finds the open questions that a program depends on. A suite whose tests create emulators is run with each alternative
 * in them; any other program, and a suite that calls a server, in worlds of a server.
 *
 * Rejects with `EmulatorError` for wrong options and a program that cannot be asked, with `SubjectFails` for a suite that
 * fails without an alternative, and with `Stopped` if that first run is stopped or takes longer than the budget.
 */
export async function askProgram(client: AskedProgram, options: QuestionsOptions, around: Around): Promise<Asked> {
  checkQuestionsOptions(options)
  let failure: SubjectFails | undefined
  if (isTestRun(client.program)) {
    // Tests of a server fail without one.
    const found = await ask(client, options, around).catch((error: unknown) => {
      if (!(error instanceof SubjectFails)) throw error
      failure = error
    })
    if (found?.hasMet === true) return found
  }
  return await askServed(client, options, around).catch(async (error: unknown) => {
    if (failure !== undefined && error instanceof BaselineError) throw failure
    if (!(error instanceof NoCall)) throw error
    const found = await ask(client, options, around)
    if (!found.hasMet) throw error
    return found
  })
}

function ask(
  { program, jobs, timeLimit, budget }: AskedProgram,
  options: QuestionsOptions,
  { env, stop, note, begin, onTried }: Around,
): Promise<AskedSuite> {
  return askSuite({ program, env, jobs, timeLimit, budget, stop, note }, options, { begin, onTried })
}

async function askServed(client: AskedProgram, options: QuestionsOptions, around: Around): Promise<Asked> {
  const base = baseEmulator(options)
  const { budget, jobs = countCores() } = client
  const bounded = { ...options, ...(budget !== undefined && { budget }) }
  const { begin, onTried, stop } = around
  const report = await withProgram(base, client, around, (subject) =>
    askSubject(subject, base, bounded, { begin, onTried, jobs, stop }),
  )
  return { report, formatRerun: undefined }
}
