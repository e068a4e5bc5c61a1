import * as v from 'valibot'
import { EmulatorError } from './emulator-error.ts'
import { problemsIn } from './issues.ts'
import { describe } from './problems.ts'

/** Most problems that a message has. */
const MAX_PROBLEMS = 3

/** Checks what a program of this package wrote. `kind`: what it should be. Throws `EmulatorError` that names its source. */
export function checkWritten<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
  source: string,
  kind: string,
): v.InferOutput<S> {
  const problems = problemsIn(schema, value)
  if (problems.length === 0) return v.parse(schema, value)
  throw new EmulatorError(`${source} is not ${kind}: ${problems.slice(0, MAX_PROBLEMS).map(describe).join('; ')}`)
}

/** Parses and checks JSON that a program of this package wrote. Throws as `checkWritten`. */
export function readWritten<S extends v.GenericSchema>(
  schema: S,
  text: string,
  ...about: readonly [source: string, kind: string]
): v.InferOutput<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new EmulatorError(`${about[0]} is not valid JSON: ${(error as Error).message}`)
  }
  return checkWritten(schema, value, ...about)
}
