import { didYouMean, nearest } from '../../emulator/engine/checking/near-miss.ts'
import { choiceText } from '../../emulator/engine/checking/problems.ts'
import { type ClientError, usageError } from './client-error.ts'
import type { Command, Flag, Flags, Program } from './command.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'

/** Result of yargs: values by flag, and words under `_`. */
export type Arguments = Readonly<Record<string, unknown>> & { readonly _: readonly (string | number)[] }

/**
 * The first problem with the flags of a line. `error`: message of yargs about a value. `hint`: says where an unknown
 * flag may belong.
 */
export function flagRefusal(
  program: Program,
  argv: readonly string[],
  args: Arguments,
  allowed: Flags,
  error?: Error | null,
  hint = '',
): ClientError | undefined {
  // First, because a word in place of a value may be a key, which must not be quoted as an unknown flag.
  const [, problem, name = ''] =
    /^(Not enough arguments following|Argument unexpected for): (.+)$/.exec(error?.message ?? '') ?? []
  if (problem?.startsWith('Argument')) return usageError(`--${longName(name, allowed)} takes no value`)
  if (problem !== undefined) return missingValue(longName(name, allowed), allowed)
  const stray = strayFlag(program, argv, args, allowed, hint)
  if (stray !== undefined) return usageError(stray)
  for (const [flag, { many, choices }] of Object.entries(allowed)) {
    const value = args[flag]
    if (Array.isArray(value) && many === undefined) return usageError(`--${flag} is given more than once`)
    if (typeof value === 'string' && choices?.includes(value) === false)
      return usageError(`--${flag} takes ${choiceText(choices)}; it was '${value}'${didYouMean(value, choices)}`)
  }
  return undefined
}

function longName(name: string, flags: Flags): string {
  return Object.keys(flags).find((each) => each === name || flags[each]?.short === name) ?? name
}

function missingValue(name: string, flags: Flags): ClientError {
  return usageError(
    `--${name} needs a value: --${name} <${placeholder(flags[name])}> (write --${name}=<value> for one that starts with a dash)`,
  )
}

/** The first flag of a line whose value, or list of values, is empty. */
export function emptyValue(args: Arguments, flags: Flags): ClientError | undefined {
  const name = Object.keys(flags).find((flag) => [args[flag]].flat().some((value) => isBlank(value)))
  return name === undefined
    ? undefined
    : usageError(`--${name} is empty, expected --${name} <${placeholder(flags[name])}>`)
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && /^[\s,]*$/.test(value)
}

/** Placeholder for the value of a flag: `number`, `virtual|real`; undefined for a switch. */
export function placeholder(flag: Flag | undefined): string | undefined {
  return flag?.choices?.join('|') ?? flag?.value
}

/** Message about the first flag of the line that is not allowed. */
export function strayFlag(
  { gone = {}, commands, name }: Program,
  argv: readonly string[],
  args: Arguments,
  allowed: Flags,
  hint = '',
): string | undefined {
  const shorts = Object.values(allowed).map(({ short }) => short)
  const stray = Object.keys(args).find(
    (key) => !['_', '--', '$0'].includes(key) && !Object.hasOwn(allowed, key) && !shorts.includes(key),
  )
  if (stray === undefined) return undefined
  if (Object.hasOwn(gone, stray)) return `Unknown flag --${stray}: ${gone[stray]}`
  const group = stray.length > 1 ? undefined : argv.find((word) => /^-[^-]/.test(word) && word.includes(stray))
  if (group !== undefined) return unknownFlag('-', group.slice(1).replace(/=.*/s, ''), allowed, hint)
  const others = commands.filter(({ flags }) => Object.hasOwn(flags, stray)).map(({ path }) => path.join(' '))
  return others.length > 0
    ? `Unknown flag --${stray}: it is one of ${name} ${others.slice(0, 3).join(', ')}${others.length > 3 ? ', …' : ''}`
    : unknownFlag('--', stray, allowed, hint)
}

/**
 * The usage error for an unknown flag. Does not quote a value without a space (`--api-keyVALUE`) or a long unknown
 * name, since they may be a key.
 */
function unknownFlag(dashes: string, name: string, allowed: Flags, hint: string): string {
  const names = Object.keys(allowed)
  const isGlued = (flag: string): boolean =>
    name.startsWith(flag) || (dashes === '-' && name[0] === allowed[flag]?.short)
  const glued = names.find((flag) => placeholder(allowed[flag]) !== undefined && isGlued(flag))
  if (glued !== undefined) {
    const shown = name.startsWith(glued) ? glued : name[0]
    return `Unknown flag ${dashes}${shown}…, did you mean --${glued} <${placeholder(allowed[glued])}>?`
  }
  const candidate = names.includes(name) ? name : nearest(name, names)
  if (candidate !== undefined) return `Unknown flag ${dashes}${name}, did you mean --${candidate}?`
  return (/^[a-z][a-z-]{0,11}$/i.test(name) ? `Unknown flag ${dashes}${name}` : 'Unknown flag') + hint
}

/** The usage error for an unknown command. `stray`: message about a flag of the same line. */
export function unknownCommand(program: Program, words: readonly string[], stray?: string): ClientError {
  const names = program.commands.map(({ path }) => path.join(' '))
  const list = `The commands of ${program.name} are: ${names.join(', ')}`
  if (words.length === 0) return usageError(stray === undefined ? `A command is needed. ${list}` : `${stray}. ${list}`)
  const depth = names.some((name) => name.startsWith(`${words[0]} `)) ? 2 : 1
  const wanted = words.slice(0, depth).join(' ')
  if (depth === 2 && words.length === 1) return usageError(`'${wanted}' needs a further word. ${list}`)
  const meant = didYouMean(wanted, names)
  // A word after an unknown flag is most likely its value.
  if (meant === '' && stray !== undefined) return usageError(stray)
  const shown = `Unknown command${shownWord(program, wanted, depth === 2 || meant !== '')}`
  return usageError(meant === '' ? `${shown}.${withFallback(program, wanted)} ${list}` : `${shown}${meant}`)
}

function shownWord({ repeatsWords }: Program, word: string, isNear: boolean): string {
  if (repeatsWords) return ` '${word.slice(0, 60)}'`
  return isNear ? ` '${harmless(word)}'` : ''
}

/** The intended command line, if a word is the argument of the fallback command. */
function withFallback({ name, fallback, commands, repeatsWords }: Program, word: string): string {
  const [argument] = commands.find(({ path }) => path.join(' ') === fallback)?.positionals ?? []
  return argument === undefined || !repeatsWords
    ? ''
    : ` If it is a ${argument.name}: ${ownProgram(name)} ${fallback} ${word.slice(0, 60)}.`
}

/** Quotes a word only if it is a plain word, because others may be a key in the wrong place. */
function harmless(text: string): string {
  return /^[a-z ]{1,24}$/i.test(text) ? text : '…'
}

/** The usage error for too few or too many arguments, or one that is not among the choices. */
export function argumentRefusal(program: Program, command: Command, given: readonly string[]): ClientError | undefined {
  const expected = command.positionals ?? []
  const name = `${program.name} ${command.path.join(' ')}`
  const missing = expected[given.length]
  if (missing !== undefined && !missing.optional)
    return usageError(
      `<${missing.choices?.join('|') ?? missing.name}> is missing: ${name} ${shownPositionals(command)}`,
    )
  for (const [index, { choices }] of expected.entries()) {
    const word = given[index]
    if (choices !== undefined && word !== undefined && !choices.includes(word))
      return usageError(
        `${command.path.join(' ')} takes ${choiceText(choices)}; it was '${word}'${didYouMean(word, choices)}`,
      )
  }
  if (given.length <= expected.length || expected.at(-1)?.rest) return undefined
  const takes =
    expected.length === 0 ? 'no arguments' : expected.length === 1 ? 'one argument' : `${expected.length} arguments`
  const were = given.length === 1 ? '1 was' : `${given.length} were`
  return usageError(`${name} takes ${takes}, ${were} given${programHint(program, command)}`)
}

/** Hint about the place of the program's command line, for a command that runs one. */
export function programHint(program: Program, { path, takesProgram }: Command): string {
  return takesProgram === true
    ? `; the line of the program goes after --: ${ownProgram(program.name)} ${path.join(' ')} -- …`
    : ''
}

/** Usage of a command: `svc profile use <name> [flags]`. */
export function usageLine(program: Program, command: Command): string {
  const words = [program.name, ...command.path, shownPositionals(command), '[flags]']
  if (command.takesProgram === true) words.push('-- <command>')
  return words.filter((word) => word !== '').join(' ')
}

/** `<name>`, `[name]`, `<name…>`, `<bash|zsh>`: how usage lines show the arguments of a command. */
export function shownPositionals({ positionals = [] }: Pick<Command, 'positionals'>): string {
  return positionals
    .map(({ name, choices, optional, rest }) => {
      const shown = `${choices?.join('|') ?? name}${rest ? '…' : ''}`
      return optional ? `[${shown}]` : `<${shown}>`
    })
    .join(' ')
}
