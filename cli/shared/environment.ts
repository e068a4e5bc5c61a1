import { nearest } from '../../emulator/engine/checking/near-miss.ts'
import { ClientError, usageError } from './client-error.ts'
import type { Command, Invocation, Flags } from './command.ts'
import { envValue, type Io } from './io.ts'

/** Kubernetes and Docker tell of a service called `svc-emulator` in variables of the same names: `SVC_EMULATOR_PORT=tcp://10.0.0.7:4010`. */
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

/** What variables add to a line that does not say it, and which flags those are. */
export interface FromEnvironment {
  readonly invocation: Invocation<Flags>
  readonly names: readonly string[]
}

/** The variable that stands for a flag or an argument: `SVC_EMULATOR_STATE_EVERY`. */
export function variableOf(prefix: string, name: string): string {
  return prefix + name.toUpperCase().replaceAll('-', '_')
}

/** Fills in flags, and the first argument, from variables. The line goes first; a blank variable is none. */
export function fromEnvironment(
  { envPrefix: prefix, flags, positionals = [] }: Command,
  given: Invocation<Flags>,
  env: Io['env'],
): FromEnvironment {
  if (prefix === undefined) return { invocation: given, names: [] }
  const [first] = positionals
  refuseSlips(prefix, [...Object.keys(flags), ...(first === undefined ? [] : [first.name])], env)
  const values: Record<string, string | boolean | undefined> = { ...given.flags }
  const names: string[] = []
  for (const [name, { value }] of Object.entries(flags)) {
    const text = readElsewhere.has(name.toUpperCase()) ? undefined : valueOf(prefix, name, env)
    if (text === undefined || (given.flags[name] !== undefined && given.flags[name] !== false)) continue
    values[name] = value === undefined ? switchOf(variableOf(prefix, name), text) : text
    names.push(name)
  }
  const argument = first === undefined || given.positionals.length > 0 ? undefined : valueOf(prefix, first.name, env)
  return {
    invocation: {
      ...given,
      flags: values as Invocation<Flags>['flags'],
      positionals: argument === undefined ? given.positionals : [argument],
    },
    names,
  }
}

/** A usage error about a flag that nobody wrote says which variable gave it. */
export function namingVariables(
  error: unknown,
  { envPrefix: prefix = '' }: Command,
  names: readonly string[],
): unknown {
  if (!(error instanceof ClientError)) return error
  const meant = names.filter((name) => new RegExp(`--${name}(?![\\w-])`).test(error.message))
  if (meant.length === 0) return error
  return new ClientError(
    error.code,
    `${error.message} (${meant.map((name) => `--${name} comes from the variable ${variableOf(prefix, name)}`).join(', ')})`,
  )
}

function valueOf(prefix: string, name: string, env: Io['env']): string | undefined {
  const text = envValue(env, variableOf(prefix, name))
  return text === undefined || serviceAddress.test(text) ? undefined : text
}

function switchOf(variable: string, text: string): boolean {
  const value = switchValues[text.toLowerCase()]
  if (value === undefined)
    throw usageError(`${variable} takes 1 or 0 (true or false, yes or no, on or off); it was '${text}'`)
  return value
}

/** A name that is nearly one of ours would be a setting that silently does nothing. */
function refuseSlips(prefix: string, names: readonly string[], env: Io['env']): void {
  const known = names.map((name) => variableOf(prefix, name))
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

/** Read elsewhere: by every emulator of a process, by every process that leaves coverage, by the action for GitHub. */
const readElsewhere = new Set(['BROKEN', 'MET', 'COVERAGE', 'ARGS', 'VERSION', 'TIMEOUT'])

const kubernetes = /^(?:SERVICE_(?:HOST|PORT)|PORT_)/
