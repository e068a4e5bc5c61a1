import { nearest } from '../../emulator/engine/checking/near-miss.ts'
import { ClientError, usageError } from './client-error.ts'
import type { Command, Program } from './command.ts'
import { envValue, type Io } from './io.ts'
import { placeholder } from './refusals.ts'

/**
 * Value that Kubernetes and Docker set for a service with the name `svc-emulator`:
 * `SVC_EMULATOR_PORT=tcp://10.0.0.7:4010`.
 */
const serviceAddress = /^(?:tcp|udp|sctp):\/\//

const switchValues: Readonly<Record<string, boolean>> = {
  1: true,
  true: true,
  yes: true,
  on: true,
  0: false,
  false: false,
  no: false,
  off: false,
}

/** Name of the variable for a flag or an argument: `SVC_EMULATOR_STATE_EVERY`. */
export function variableName(prefix: string, name: string): string {
  return prefix + name.toUpperCase().replaceAll('-', '_')
}

/** Values of flags from variables, except flags on the command line. A blank variable is ignored. */
export function variableFlags(
  program: Program,
  { flags }: Command,
  env: Io['env'],
): Readonly<Record<string, string | boolean>> {
  const { envPrefix: prefix } = program
  if (prefix === undefined) return {}
  refuseSlips(program, prefix, env)
  const values: Record<string, string | boolean> = {}
  for (const [name, flag] of Object.entries(flags)) {
    const text = readElsewhere.has(name.toUpperCase()) ? undefined : readVariable(prefix, name, env)
    if (text !== undefined)
      values[name] = placeholder(flag) === undefined ? parseSwitch(variableName(prefix, name), text) : text
  }
  return values
}

/** The argument of a command from its variable. */
export function variableArgument(
  { envPrefix: prefix }: Program,
  { positionals: [argument] = [] }: Command,
  env: Io['env'],
): string | undefined {
  return prefix === undefined || argument === undefined || argument.rest === true
    ? undefined
    : readVariable(prefix, argument.name, env)
}

/** Adds to a usage error the variables of flags that are not on the command line. */
export function namingVariables(
  error: unknown,
  { envPrefix: prefix, commands }: Program,
  argv: readonly string[],
  env: Io['env'],
): unknown {
  if (!(error instanceof ClientError) || prefix === undefined) return error
  const names = new Set(commands.flatMap(({ flags }) => Object.keys(flags)))
  const meant = [...names].filter(
    (name) =>
      new RegExp(`--${name}(?![\\w-])`).test(error.message) &&
      readVariable(prefix, name, env) !== undefined &&
      !argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  )
  if (meant.length === 0) return error
  return new ClientError(
    error.code,
    `${error.message} (${meant.map((name) => `--${name} comes from the variable ${variableName(prefix, name)}`).join(', ')})`,
  )
}

function readVariable(prefix: string, name: string, env: Io['env']): string | undefined {
  const text = envValue(env, variableName(prefix, name))
  return text === undefined || serviceAddress.test(text) ? undefined : text
}

function parseSwitch(variable: string, text: string): boolean {
  const value = switchValues[text.toLowerCase()]
  if (value === undefined)
    throw usageError(`${variable} takes 1 or 0 (true or false, yes or no, on or off); it was '${text}'`)
  return value
}

/** Refuses misspelt names of variables, which would otherwise have no effect. */
function refuseSlips({ commands }: Program, prefix: string, env: Io['env']): void {
  const names = commands.flatMap(({ flags, positionals: [first] = [] }) => [...Object.keys(flags), first?.name ?? []])
  const known = names.flat().map((name) => variableName(prefix, name))
  for (const [variable, value] of Object.entries(env)) {
    if (!variable.startsWith(prefix) || known.includes(variable) || value === undefined || serviceAddress.test(value))
      continue
    const rest = variable.slice(prefix.length)
    const meant = nearest(
      rest,
      known.map((each) => each.slice(prefix.length)),
    )
    if (meant !== undefined && !readElsewhere.has(rest) && !kubernetes.test(rest))
      throw usageError(`There is no variable ${variable}, did you mean ${prefix}${meant}?`)
  }
}

/** Variables for emulators in a process, for processes that write coverage, and for the GitHub action. */
const readElsewhere = new Set(['BROKEN', 'MET', 'FROM', 'STARTS', 'COVERAGE', 'ARGS', 'VERSION', 'TIMEOUT'])

const kubernetes = /^(?:SERVICE_(?:HOST|PORT)|PORT_)/
