import { usageError } from './client-error.ts'
import type { Command, Flags, Invocation, Positional, Program } from './command.ts'
import { fromEnvironment } from './environment.ts'
import type { Io } from './io.ts'
import { type Line, readLine } from './read-line.ts'
import { unknownCommand, unknownFlag } from './unknown.ts'

/** Flags that every command has. */
export const helpFlags: Flags = {
  help: { about: 'Show this help', short: 'h' },
  version: { about: 'Show the version', short: 'v' },
}
export const jsonFlag: Flags = { json: { about: 'Answer as one line of JSON' } }

/** What a command line asks for. Help and version come before any complaint about the rest of the line. */
export type Request =
  | { readonly kind: 'help'; readonly path: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly invocation: Invocation<Flags>
      readonly json: boolean
      readonly variables: readonly string[]
    }

/** Reads a command line. Strict: unknown flags and words, missing and superfluous values and repeated flags are usage errors. `env` holds the variables that stand for flags. */
export function parseArguments(program: Program, argv: readonly string[], env: Io['env'] = {}): Request {
  const known = Object.assign({}, ...program.commands.map((command) => flagsOf(program, command)), helpFlags) as Flags
  const { own, after } = partedAtDashes(program, argv, known)
  const line = readLine(own, known)
  const { words } = line
  const command = findCommand(program, words)
  if (line.switches.has('help') || (words[0] === 'help' && command === undefined))
    return { kind: 'help', path: words[0] === 'help' ? words.slice(1) : words }
  if (line.switches.has('version')) return { kind: 'version' }
  // First, because the word that stands where a value was expected may be a key: it is not to be called an unknown flag.
  if (line.problem !== undefined)
    throw usageError(line.problem, /^--[\w-]+-env needs a value/.test(line.problem) ? 'missing-variable' : undefined)
  if (command === undefined) throw unknownCommand(program, words, strayFlag(line, known))
  const allowed = flagsOf(program, command)
  const stray = strayFlag(line, allowed)
  if (stray !== undefined) throw usageError(stray)
  const given = {
    flags: valuesOf(line, command.flags),
    positionals: positionalsOf(program, command, words),
    program: after,
  }
  const { invocation, names } = fromEnvironment(command, given, env)
  return { kind: 'run', command, invocation, json: line.switches.has('json'), variables: names }
}

/** The line of another program begins after `--`, for a command that takes one; for any other, words follow. */
function partedAtDashes(
  program: Program,
  argv: readonly string[],
  known: Flags,
): { own: readonly string[]; after: readonly string[] } {
  const end = argv.indexOf('--')
  if (end < 0) return { own: argv, after: [] }
  const before = argv.slice(0, end)
  const takes = findCommand(program, readLine(before, known).words)?.takesProgram === true
  return takes ? { own: before, after: argv.slice(end + 1) } : { own: argv, after: [] }
}

/** Whether a line that could not be read asked for JSON: its error is then JSON as well. */
export function asksForJson(program: Program, argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return program.json && (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** All flags that `command` accepts, its own first. */
export function flagsOf(program: Program, command: Command): Flags {
  return { ...command.flags, ...(program.json ? jsonFlag : {}), ...helpFlags }
}

function findCommand(program: Program, words: readonly string[]): Command | undefined {
  const named = program.commands.find(({ path }) => path.every((word, index) => words[index] === word))
  return (
    named ?? (words.length === 0 ? program.commands.find(({ path }) => path.join(' ') === program.fallback) : undefined)
  )
}

function strayFlag({ flags }: Line, allowed: Flags): string | undefined {
  const stray = flags.find(({ dashes, name }) => dashes === '-' || !Object.hasOwn(allowed, name))
  return stray === undefined ? undefined : unknownFlag(stray.dashes, stray.name, allowed)
}

function valuesOf({ values, switches }: Line, flags: Flags): Invocation<Flags>['flags'] {
  const entries = Object.entries(flags).map(([name, { value }]) => [
    name,
    value === undefined ? switches.has(name) : values.get(name),
  ])
  return Object.fromEntries(entries) as Invocation<Flags>['flags']
}

function positionalsOf(program: Program, command: Command, words: readonly string[]): readonly string[] {
  const expected = command.positionals ?? []
  const found = words.slice(command.path.length)
  const name = `${program.name} ${command.path.join(' ')}`
  const missing = expected[found.length]
  if (missing !== undefined && !missing.optional)
    throw usageError(
      `<${missing.name}> is missing: ${name} ${expected.map(shownPositional).join(' ')}`,
      'missing-argument',
    )
  if (found.length <= expected.length || expected.at(-1)?.rest) return found
  const takes =
    expected.length === 0 ? 'no arguments' : expected.length === 1 ? 'one argument' : `${expected.length} arguments`
  const dashes = command.takesProgram === true ? `; the line of the program goes after --: ${name} -- …` : ''
  throw usageError(`${name} takes ${takes}, ${found.length === 1 ? '1 was' : `${found.length} were`} given${dashes}`)
}

/** `<name>`, `[name]`, `<name…>`: how usage lines show an argument. */
export function shownPositional({ name, optional, rest }: Positional): string {
  const shown = rest ? `${name}…` : name
  return optional ? `[${shown}]` : `<${shown}>`
}
