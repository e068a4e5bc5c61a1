import parser from 'yargs-parser'
import { didYouMean, nearest } from '../../emulator/diagnostics/near-miss.ts'
import { usageError } from './client-error.ts'
import type { Command, Flag, Flags, Invocation, Positional, Program } from './command.ts'

/** Flags that every command has. */
export const helpFlags: Flags = {
  help: { about: 'Show this help' },
  version: { about: 'Show the version' },
}
export const jsonFlag: Flags = { json: { about: 'Answer as one line of JSON' } }

/** What a command line asks for. Help and version come before any complaint about the rest of the line. */
export type Request =
  | { readonly kind: 'help'; readonly path: readonly string[] }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly invocation: Invocation<Flags>; readonly json: boolean }

/**
 * Reads a command line with the parser of yargs (yargs itself, which costs half of the start-up time that a command may take,
 * is loaded for the help only). Strict: unknown flags and words, missing and superfluous values and repeated flags are usage errors.
 */
export function parseArguments(program: Program, argv: readonly string[]): Request {
  const known = knownFlags(program)
  const { given, words, problem } = read(argv, known)
  const command = findCommand(program, words)
  if (given['help'] === true || (words[0] === 'help' && command === undefined)) return { kind: 'help', path: helpPath(words) }
  if (given['version'] === true) return { kind: 'version' }
  // First, because the word that stands where a value was expected may be a key: it is not to be called an unknown flag.
  if (problem !== undefined) throw usageError(problem)
  if (command === undefined) throw unknownCommand(program, words, argv, known)
  const allowed = flagsOf(program, command)
  checkNames(argv, given, allowed)
  checkRepetition(given)
  return {
    kind: 'run',
    command,
    invocation: { flags: valuesOf(given, command.flags), positionals: positionalsOf(program, command, words) },
    json: given['json'] === true,
  }
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

function knownFlags(program: Program): Flags {
  return Object.assign({}, ...program.commands.map((command) => flagsOf(program, command)), helpFlags) as Flags
}

interface Read {
  readonly given: Readonly<Record<string, unknown>>
  readonly words: readonly string[]
  readonly problem: string | undefined
}

function read(argv: readonly string[], known: Flags): Read {
  const withValue = Object.keys(known).filter((name) => known[name]?.value !== undefined)
  const { argv: parsed, error } = parser.detailed(spelledOut(argv, known), {
    string: [...withValue, '_'],
    boolean: Object.keys(known).filter((name) => known[name]?.value === undefined),
    narg: Object.fromEntries(withValue.map((name) => [name, 1])),
    alias: { help: ['h'] },
    configuration: {
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': true,
      'strip-aliased': true,
    },
  })
  const { _: words, ...given } = parsed
  return { given, words: words.map(String), problem: error ? missingValue(error.message, known) : undefined }
}

/** Switches as `--name=true`: after a bare one the parser would take the words true and false for its value. */
function spelledOut(argv: readonly string[], known: Flags): string[] {
  const end = argv.indexOf('--')
  return argv.map((token, index) => (isSwitch(known[token.slice(2)]) && token.startsWith('--') && (end === -1 || index < end) ? `${token}=true` : token))
}

function isSwitch(flag: Flag | undefined): boolean {
  return flag !== undefined && flag.value === undefined
}

/** The parser's only complaint with these settings is a flag at the end of the line, or before another flag, without its value. */
function missingValue(message: string, known: Flags): string {
  const name = /: ([a-z-]+)$/.exec(message)?.[1] ?? ''
  return `--${name} needs a value: --${name} <${known[name]?.value ?? 'value'}> (write --${name}=<value> for one that starts with a dash)`
}

function findCommand(program: Program, words: readonly string[]): Command | undefined {
  const named = program.commands.find(({ path }) => path.every((word, index) => words[index] === word))
  return named ?? (words.length === 0 ? program.commands.find(({ path }) => path.join(' ') === program.fallback) : undefined)
}

function helpPath(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? words.slice(1) : words
}

function unknownCommand(program: Program, words: readonly string[], argv: readonly string[], known: Flags): Error {
  const names = program.commands.map(({ path }) => path.join(' '))
  const list = `The commands of ${program.name} are: ${names.join(', ')}`
  const stray = strayFlag(argv, known)
  if (words.length === 0) return usageError(stray === undefined ? `A command is needed. ${list}` : `${stray}. ${list}`)
  const depth = names.some((name) => name.startsWith(`${words[0]} `)) ? 2 : 1
  const wanted = words.slice(0, depth).join(' ')
  if (depth === 2 && words.length === 1) return usageError(`'${wanted}' needs a further word. ${list}`)
  const shown = depth === 2 || nearest(wanted, names) !== undefined ? ` '${harmless(wanted)}'` : ''
  return usageError(`Unknown command${shown}${didYouMean(wanted, names) || '.'} ${list}`)
}

/** A word of the line may be a key in the wrong place: what does not look like a plain word is not repeated. */
function harmless(text: string): string {
  return /^[a-z ]{1,24}$/i.test(text) ? text : '…'
}

function checkNames(argv: readonly string[], given: Read['given'], allowed: Flags): void {
  const stray = strayFlag(argv, allowed)
  if (stray !== undefined) throw usageError(stray)
  if (Object.keys(given).some((name) => !Object.hasOwn(allowed, name))) throw usageError('Unknown flag')
}

function strayFlag(argv: readonly string[], allowed: Flags): string | undefined {
  const end = argv.indexOf('--')
  for (const token of end === -1 ? argv : argv.slice(0, end)) {
    if (!/^-[^0-9]/.test(token) || token === '-h') continue
    const [name = ''] = token.replace(/^--?/, '').split('=')
    const isKnown = token.startsWith('--') && Object.hasOwn(allowed, name)
    if (isKnown && token.includes('=') && isSwitch(allowed[name])) return `--${name} takes no value`
    if (!isKnown) return unknownFlag(token.startsWith('--') ? '--' : '-', name, allowed)
  }
  return undefined
}

/** A value glued to a flag (`--api-keyVALUE`), and a long name that is like none of ours, may be a key: they stay unsaid. */
function unknownFlag(dashes: string, name: string, allowed: Flags): string {
  const names = Object.keys(allowed)
  const glued = names.find((flag) => allowed[flag]?.value !== undefined && name.startsWith(flag))
  if (glued !== undefined) return `Unknown flag ${dashes}${glued}…, did you mean --${glued} <${allowed[glued]?.value}>?`
  const candidate = names.includes(name) ? name : nearest(name, names)
  if (candidate !== undefined) return `Unknown flag ${dashes}${name}, did you mean --${candidate}?`
  return /^[a-z][a-z-]{0,11}$/i.test(name) ? `Unknown flag ${dashes}${name}` : 'Unknown flag'
}

function checkRepetition(given: Read['given']): void {
  const repeated = Object.keys(given).find((name) => Array.isArray(given[name]))
  if (repeated !== undefined) throw usageError(`--${repeated} is given more than once`)
}

function valuesOf(given: Read['given'], flags: Flags): Invocation<Flags>['flags'] {
  const entries = Object.entries(flags).map(([name, flag]) => [name, flag.value === undefined ? given[name] === true : given[name]])
  return Object.fromEntries(entries) as Invocation<Flags>['flags']
}

function positionalsOf(program: Program, command: Command, words: readonly string[]): readonly string[] {
  const expected = command.positionals ?? []
  const found = words.slice(command.path.length)
  const name = `${program.name} ${command.path.join(' ')}`
  const missing = expected[found.length]
  if (missing !== undefined && !missing.optional) throw usageError(`<${missing.name}> is missing: ${name} ${expected.map(shownPositional).join(' ')}`)
  if (found.length <= expected.length || expected.at(-1)?.rest) return found
  const takes = expected.length === 0 ? 'no arguments' : expected.length === 1 ? 'one argument' : `${expected.length} arguments`
  throw usageError(`${name} takes ${takes}, ${found.length === 1 ? '1 was' : `${found.length} were`} given`)
}

/** `<name>`, `[name]`, `<name…>`: how usage lines show an argument. */
export function shownPositional({ name, optional, rest }: Positional): string {
  const shown = rest ? `${name}…` : name
  return optional ? `[${shown}]` : `<${shown}>`
}
