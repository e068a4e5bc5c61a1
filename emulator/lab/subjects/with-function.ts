import { aList, anInteger, anything, type OptionKinds } from '../../engine/checking/options.ts'
import type { StartOptions } from '../../host/create-world.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { beginClient, type Begun } from '../engine/begun.ts'
import { Deadline } from '../engine/deadline.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { functionSubject, type SubjectFunction } from './function.ts'

/** Options of a question about a function. */
export interface FunctionOptions extends Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings'> {
  /** Limit of real time for all runs, such as `2m`. Default: none. */
  readonly budget?: string | number
  /** Limit of real time for one run. Default: five times the run as it is, at least 5 s. */
  readonly timeLimit?: string | number
  /** Secret of the key of the function. Default: the first `admin` key of the world. */
  readonly apiKey?: string
}

export const functionKinds: OptionKinds<FunctionOptions> = {
  scenario: anything,
  fixtures: aList,
  seed: anInteger,
  settings: anything,
  budget: anything,
  timeLimit: anything,
  apiKey: anything,
}

/** Runs a function as it is. Rejects with `EmulatorError` for wrong options, and for one that fails or makes no call. */
export async function withFunction<R>(
  subject: SubjectFunction,
  options: FunctionOptions & Pick<StartOptions, 'facts'>,
  use: (begun: Begun) => Promise<R>,
): Promise<R> {
  const base = baseEmulator(options)
  const client = functionSubject(subject, keyFor(base, options.apiKey))
  const deadline = new Deadline(readMilliseconds('budget', options.budget, 0), undefined)
  try {
    const timeLimit = readMilliseconds('timeLimit', options.timeLimit)
    return await use(await beginClient(client, base, { deadline, timeLimit }))
  } finally {
    deadline.close()
  }
}
