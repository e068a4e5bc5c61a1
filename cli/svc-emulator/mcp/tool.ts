import type * as v from 'valibot'
import { boundedParse } from '../../../emulator/engine/checking/bounded-parse.ts'
import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import { problemsFrom } from '../../../emulator/engine/checking/issues.ts'
import { describe } from '../../../emulator/engine/checking/problems.ts'
import { fields } from '../../../emulator/engine/checking/strict.ts'
import { SchemaWriter, type Json } from '../../../emulator/host/documents/json-schema.ts'
import type { AgentWorld } from './agent-world.ts'
import { shortSchema } from './short-schema.ts'

/** Circumstances of a call of a tool. */
export interface ToolCall {
  /** The world that the call addresses. */
  readonly world: AgentWorld
  /** Maximum of characters in the answer. */
  readonly limit: number
  /** Aborted when the agent cancels the call, or disconnects. */
  readonly signal: AbortSignal
  readonly env: NodeJS.ProcessEnv
  /** True if programs of any scenario may be run, and not of files of the project alone. */
  readonly allowRun: boolean
}

interface ToolSpec<E extends v.ObjectEntries> {
  readonly name: string
  /** Description for the agent. */
  readonly about: string
  readonly input: E
  /** Input fields that exclude each other. */
  readonly oneOf?: readonly (keyof E & string)[]
  /** Minimal calls, one for each field of `oneOf`, for messages about refused calls. */
  readonly examples: readonly Json[]
  readonly readOnly?: true
  readonly run: (input: v.InferOutput<v.StrictObjectSchema<E, undefined>>, call: ToolCall) => Promise<object>
}

/** A tool, as the server lists and runs it. */
export interface Tool {
  readonly name: string
  readonly about: string
  readonly inputSchema: Json
  readonly examples: readonly Json[]
  readonly readOnly: boolean
  /** Checks the input and runs the tool. Throws `EmulatorError` for an invalid input, or a refusal. */
  readonly run: (input: Json, call: ToolCall) => Promise<object>
}

/** Declares a tool. */
export function tool<const E extends v.ObjectEntries>(spec: ToolSpec<E>): Tool {
  const schema = fields(spec.input)
  return {
    name: spec.name,
    about: spec.about,
    inputSchema: { ...shortSchema(new SchemaWriter({}).write(schema, 'input')), additionalProperties: false },
    examples: spec.examples,
    readOnly: spec.readOnly ?? false,
    run: (input, call) => spec.run(parseInput(spec, schema, input), call),
  }
}

/** Input of a tool, checked. */
export type ToolInput<E extends v.ObjectEntries> = v.InferOutput<v.StrictObjectSchema<E, undefined>>

/** Values of choices of which a call makes one. */
export type ChoiceValues<E extends v.ObjectEntries> = { [N in keyof E]: NonNullable<v.InferOutput<E[N]>> }

function parseInput<E extends v.ObjectEntries>(
  { name, oneOf = [], examples }: ToolSpec<E>,
  schema: v.StrictObjectSchema<E, undefined>,
  input: Json,
): ToolInput<E> {
  const [first, second] = oneOf.filter((choice) => input[choice] !== undefined)
  if (second !== undefined)
    throw new EmulatorError(
      `${name} does one thing in a call: it was given \`${first}\` and \`${second}\`; make a call for each`,
    )
  const result = boundedParse(schema, input)
  if (result.success) return result.output
  const problems = problemsFrom(result, schema).map(describe)
  const example = examples.find((each) => first !== undefined && first in each) ?? examples[0]
  throw new EmulatorError(`${name}: ${problems.join('; ')} (example: ${JSON.stringify(example)})`)
}
