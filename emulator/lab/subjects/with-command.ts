import type { StartOptions } from '../../host/create-world.ts'
import { baseEmulator } from '../engine/base-emulator.ts'
import { BaselineError, NoCall, SubjectFails } from '../engine/baseline.ts'
import { beginClient, type Begun } from '../engine/begun.ts'
import { wideLimits } from '../engine/client.ts'
import { Deadline } from '../engine/deadline.ts'
import { limitFor } from '../engine/limit-for.ts'
import { isTestRun } from '../runners/find-runner.ts'
import { countCores } from './cores.ts'
import { Suite } from './suite.ts'
import { withProgram, type ClientProgram, type Surroundings } from './with-program.ts'

/** A client or a suite, and bounds of its runs in real milliseconds. */
export interface SubjectCommand extends ClientProgram {
  /** It runs tests, which may have emulators of their own. Default: true of a known runner. */
  readonly isSuite?: boolean
  /** World of the server that it is given, if it asks one. */
  readonly start: Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings' | 'facts'>
  /** Runs at the same time. Default: as many as cores, of a suite if it passes that way. */
  readonly jobs: number | undefined
  /** For all runs, the first one included. */
  readonly budget: number | undefined
  /** For one run. Default: five times the run without a variant, at least 5 s, or 10 s for tests. */
  readonly timeLimit: number | undefined
}

export interface CommandSurroundings extends Surroundings {
  readonly stop: AbortSignal
  readonly note: (text: string) => void
}

/** Real milliseconds that tests may take as they are. */
const TESTS_MS = 600_000

type Result<R> = { readonly value: R } | { readonly failure: BaselineError | SubjectFails }

/**
 * Runs a command as it is: tests in emulators of their own, a client in a world of a server; where that shows nothing the
 * other way round. Then calls `use`.
 *
 * Rejects with `NoCall` for a command that asks nothing, with `SubjectFails` or `BaselineError` for one that fails either
 * way, and with `Stopped` where its first run is stopped or takes longer than the budget.
 */
export async function withCommand<R>(
  command: SubjectCommand,
  around: CommandSurroundings,
  use: (begun: Begun) => Promise<R>,
): Promise<R> {
  const deadline = new Deadline(command.budget, around.stop)
  try {
    const isSuite = command.isSuite ?? isTestRun(command.program)
    const own = () => useSuite(command, around, deadline, use)
    const served = () => useServed(command, around, deadline, use)
    const first = await (isSuite ? own : served)()
    if ('value' in first) return first.value
    // A client that fails in its world has no other one.
    if (!isSuite && !(first.failure instanceof NoCall)) throw first.failure
    const second = await (isSuite ? served : own)()
    if ('value' in second) return second.value
    const inServer = isSuite ? second.failure : first.failure
    throw [first.failure, second.failure].find((each) => each instanceof SubjectFails) ?? inServer
  } finally {
    deadline.close()
  }
}

async function useSuite<R>(
  { program, jobs, timeLimit }: SubjectCommand,
  { env, note }: CommandSurroundings,
  deadline: Deadline,
  use: (begun: Begun) => Promise<R>,
): Promise<Result<R>> {
  const opened = await Suite.open({ program, env, stop: deadline.signal }, note).catch((error: unknown) => {
    if (error instanceof SubjectFails) return error
    throw error
  })
  if (opened instanceof SubjectFails) return { failure: opened }
  try {
    const { baseline } = opened
    if (baseline.first.met().size === 0) return { failure: new NoCall(`${opened.name} asked no emulator`) }
    const limits = wideLimits(timeLimit ?? limitFor(baseline.tookMs))
    const plan: Begun['plan'] = (variants) => opened.plan(variants, jobs)
    return { value: await use({ subject: opened, baseline, deadline, limits: () => limits, plan }) }
  } finally {
    await opened.close()
  }
}

function useServed<R>(
  command: SubjectCommand,
  around: CommandSurroundings,
  deadline: Deadline,
  use: (begun: Begun) => Promise<R>,
): Promise<Result<R>> {
  const { start, program, jobs = countCores(), timeLimit } = command
  const base = baseEmulator(start)
  const firstMs = (command.isSuite ?? isTestRun(program)) ? { firstMs: TESTS_MS } : {}
  return withProgram(base, command, around, async (client): Promise<Result<R>> => {
    const begun = await beginClient(client, base, { deadline, jobs, timeLimit, ...firstMs }).catch((error: unknown) => {
      if (error instanceof BaselineError) return error
      throw error
    })
    return begun instanceof BaselineError ? { failure: begun } : { value: await use(begun) }
  })
}
