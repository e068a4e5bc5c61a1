import { nearest } from '../../emulator/engine/checking/near-miss.ts'
import { ClientError, usageError } from './client-error.ts'
import type { Command, Program } from './command.ts'
import { envValue, type Io } from './io.ts'
import { writeNote } from './output.ts'
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
  io: Io,
): Readonly<Record<string, string | boolean>> {
  const { envPrefix: prefix } = program
  if (prefix === undefined) return {}
  const { env } = io
  const unknown = unknownVariables(program, prefix, env)
  refuseSlips(unknown, prefix)
  for (const note of unreadNotes(unknown.variables, Object.keys(flags), prefix))
    writeNote(io, `${program.name}: ${note}`)
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

interface Unknown {
  /** Names without the prefix that no flag, argument or other reader has. */
  readonly variables: readonly string[]
  /** Names without the prefix of all flags and first arguments. */
  readonly known: readonly string[]
}

function unknownVariables({ commands }: Program, prefix: string, env: Io['env']): Unknown {
  const names = commands.flatMap(({ flags, positionals: [first] = [] }) => [...Object.keys(flags), first?.name ?? []])
  const known = names.flat().map((name) => variableName('', name))
  const variables = Object.entries(env)
    .filter(([name, value]) => name.startsWith(prefix) && value !== undefined && !serviceAddress.test(value))
    .map(([name]) => name.slice(prefix.length))
    .filter((name) => !known.includes(name) && !readElsewhere.has(name) && !kubernetes.test(name))
  return { variables, known }
}

/** Refuses misspelt names of variables, which would otherwise have no effect. */
function refuseSlips({ variables, known }: Unknown, prefix: string): void {
  for (const variable of variables) {
    const meant = nearest(variable, known)
    if (meant !== undefined)
      throw usageError(`There is no variable ${prefix}${variable}, did you mean ${prefix}${meant}?`)
  }
}

/** Notes for variables that begin or end like a flag of the command, such as `STATE_FILE`: they may be the user's own. */
function unreadNotes(variables: readonly string[], flags: readonly string[], prefix: string): string[] {
  return variables.flatMap((variable) => {
    const meant = flags.find((flag) => {
      const name = variableName('', flag)
      return isPart(name, variable) || isPart(variable, name)
    })
    if (meant === undefined) return []
    return `nothing reads the variable ${prefix}${variable}; that of --${meant} is ${variableName(prefix, meant)}`
  })
}

/** Checks whether a name begins or ends with whole words of another: `STATE` is a part of `STATE_FILE`, `ALL` none of `TARBALL`. */
function isPart(part: string, name: string): boolean {
  return `${name}_`.startsWith(`${part}_`) || `_${name}`.endsWith(`_${part}`)
}

/** Variables for emulators and programs in other processes, and for the GitHub action. */
const readElsewhere = new Set(['FROM', 'LAB', 'AUDITS', 'COVERAGE', 'TRACE', 'ARGS', 'VERSION', 'TIMEOUT'])

const kubernetes = /^(?:SERVICE_(?:HOST|PORT)|PORT_)/
