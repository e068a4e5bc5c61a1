import type { StartOptions } from '../../host/create-world.ts'
import { baseEmulator, keyFor } from '../engine/base-emulator.ts'
import { beginClient, type Begun } from '../engine/begun.ts'
import { Deadline } from '../engine/deadline.ts'
import { readMilliseconds } from '../engine/read-milliseconds.ts'
import { functionSubject, type SubjectFunction } from './function.ts'

interface FunctionOptions extends Pick<StartOptions, 'scenario' | 'fixtures' | 'seed' | 'settings' | 'facts'> {
  readonly budget?: string | number
  readonly timeLimit?: string | number
  readonly apiKey?: string
}

/** Runs a function as it is. Rejects with `EmulatorError` for wrong options, and for one that fails or makes no call. */
export async function withFunction<R>(
  subject: SubjectFunction,
  options: FunctionOptions,
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
