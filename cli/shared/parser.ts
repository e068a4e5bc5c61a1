import yargs, { type Argv, type Options } from 'yargs'
import type { Command, Flags, Program } from './command.ts'
import { type Arguments, placeholder } from './refusals.ts'

/** Flags that every command has. */
const helpFlags: Flags = {
  help: { about: 'Show this help', short: 'h' },
  version: { about: 'Show the version', short: 'v' },
}
const jsonFlag: Flags = { json: { about: 'Answer as one line of JSON' } }

/** Every flag has one spelling, and every value is the text of the line. */
export const configuration = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'strip-aliased': true,
}

/** All flags that `command` accepts, its own first. */
export function commandFlags(program: Program, command: Command): Flags {
  return { ...command.flags, ...commonFlags(program) }
}

/** The flags of all commands of a program. */
export function allFlags(program: Program): Flags {
  return Object.assign({}, ...program.commands.map(({ flags }) => flags), commonFlags(program)) as Flags
}

/** Flags that every command of a program has. */
export function commonFlags({ json }: Program): Flags {
  return { ...(json ? jsonFlag : {}), ...helpFlags }
}

/** yargs for a program, with the flags that every command has. It neither writes nor ends the process. */
export function newParser(program: Program, argv: readonly string[]): Argv {
  return yargs([...argv])
    .scriptName(program.name)
    .locale('en')
    .help(false)
    .version(false)
    .exitProcess(false)
    .parserConfiguration(configuration)
    .options(parserOptions(commonFlags(program)))
}

interface Hooks {
  /** Declares the flags of a command. */
  readonly command: (command: Command, parser: Argv) => void
  /** Called for the command of the line. */
  readonly run?: (command: Command, args: Arguments) => void
  /** Called for a line that names no command. */
  readonly other?: (args: Arguments) => void
}

/** Adds the commands of a program. Commands of two words (`profile ls`) become subcommands of the first. */
export function addCommands(
  program: Program,
  parser: Argv,
  hooks: Hooks,
  depth = 0,
  commands = program.commands,
): void {
  // Declared before the command, too, so that a command after a switch is not read as its value.
  const early = program.commands.flatMap(({ flags }) => Object.entries(parserOptions(flags)))
  const hidden = Object.fromEntries(early.map(([name, each]) => [name, { ...each, hidden: true, global: false }]))
  parser.options(hidden)
  for (const word of new Set(commands.map(({ path }) => path[depth] ?? ''))) {
    const group = commands.filter(({ path }) => path[depth] === word)
    const command = group.find(({ path }) => path.length === depth + 1)
    if (command === undefined)
      parser.command(word, group.map(({ path, about }) => `${path.at(-1)}: ${about}`).join(' '), (each) => {
        addCommands(program, each, hooks, depth + 1, group)
      })
    else
      parser.command(
        word,
        command.about,
        (each) => hooks.command(command, each),
        (args) => hooks.run?.(command, args),
      )
  }
  if (hooks.other !== undefined) parser.command('$0', false, (each) => each.options(hidden), hooks.other)
}

/** Flags as options of yargs. `offered` are names that completion offers. */
export function parserOptions(flags: Flags, offered?: readonly string[]): Record<string, Options> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => {
      const { about, short, choices, default: preset } = flag
      const option: Options = {
        describe: about,
        nargs: placeholder(flag) === undefined ? 0 : 1,
        choices: choices ?? (offered && (flag.offers === true ? offered : flag.offers)),
        ...(short !== undefined && { alias: short }),
        ...(preset !== undefined && { default: preset }),
      }
      return [name, option]
    }),
  )
}
