import { VERSION } from '../../emulator/contract/version.ts'
import { ClientError, usageError } from './client-error.ts'
import type { Command, Flag, FlagSettings, FlagValues, Flags, Invocation, Program } from './command.ts'
import { variableArgument, variableFlags } from './environment.ts'
import { completionFlag, completions, helpPage } from './help-page.ts'
import type { Io } from './io.ts'
import { noteOwnFlags } from './own-flags.ts'
import { addCommands, allFlags, commandFlags, configuration, newParser, parserOptions } from './parser.ts'
import {
  argumentRefusal,
  type Arguments,
  emptyValue,
  flagRefusal,
  placeholder,
  programHint,
  strayFlag,
  unknownCommand,
} from './refusals.ts'

/** A command line to run, or the text that answers it: help, version, completion. */
export type Request =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly invocation: Invocation<Flags>
      readonly json: boolean
    }

/**
 * Reads a command line. Unknown flags and words, missing and superfluous values and repeated flags are usage errors.
 * Help and version come before any complaint about the rest of the line.
 */
export async function readCommandLine(program: Program, argv: readonly string[], io: Io): Promise<Request> {
  const own = beforeDashes(argv)
  if (argv[0] === completionFlag) return { kind: 'text', text: await completions(program, argv.slice(2), io) }
  if (own[0] === 'help') return { kind: 'text', text: await helpPage(program, own.slice(1), io) }
  if (own.some((word) => word === '--help' || /^-v*h[hv]*$/.test(word)))
    return { kind: 'text', text: await helpPage(program, own, io) }
  if (own.some((word) => word === '--version' || /^-v+$/.test(word))) return { kind: 'text', text: `${VERSION}\n` }
  const request = parse(program, argv, io)
  if (request.kind === 'text') return request
  const { command, invocation } = request
  return {
    ...request,
    invocation: { ...invocation, settings: await readSettings(command.flags, invocation.flags) },
  }
}

/** Has each value read by the parser of its flag, in the order in which the command lists them. */
async function readSettings(flags: Flags, texts: FlagValues<Flags>): Promise<FlagSettings<Flags>> {
  const settings: Record<string, unknown> = {}
  for (const [name, { parse }] of Object.entries(flags)) {
    const text = texts[name]
    const isText = typeof text === 'string' && parse !== undefined
    settings[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = isText
      ? await parse(text, name)
      : text
  }
  return settings as FlagSettings<Flags>
}

/** True if a command line, even an invalid one, has `--json`: its error is then written as JSON. */
export function asksForJson(program: Program, argv: readonly string[]): boolean {
  return program.json && beforeDashes(argv).includes('--json')
}

function beforeDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

function parse(program: Program, argv: readonly string[], io: Io): Request {
  const parser = newParser(program, argv)
  const all = allFlags(program)
  let request: Request | undefined
  const refuse = (allowed: Flags, message: string | null, error: Error | undefined, command?: Command): never => {
    const { parsed } = parser
    if (error instanceof ClientError) throw error
    if (!parsed) throw usageError(message ?? String(error))
    // Words before an unknown flag probably belong to the program.
    const isLineOfProgram = command && !argv.includes('--') && parsed.argv._.length > command.path.length
    const hint = isLineOfProgram ? programHint(program, command) : ''
    throw flagRefusal(program, argv, parsed.argv, allowed, parsed.error, hint) ?? usageError(message ?? String(error))
  }
  addCommands(program, parser, {
    command(command, each) {
      const flags = commandFlags(program, command)
      each
        .options(parserOptions(command.flags))
        .parserConfiguration({ ...configuration, 'populate--': command.takesProgram === true })
        .config(variableFlags(program, command, io))
        .strictOptions()
        .fail((message, error) => refuse(flags, message, error, command))
      // yargs renders a help page after each command, read or not: of hidden flags it is empty, and costs nothing.
      for (const name of Object.keys(flags)) each.hide(name)
    },
    run(command, args) {
      request = readRequest(program, command, argv, args, io)
    },
    // A line without a command means the fallback command.
    other(args) {
      const words = args._.map(String)
      if (words.length > 0 || program.fallback === undefined)
        throw unknownCommand(program, words, strayFlag(program, argv, args, all))
      request = parse(program, [program.fallback, ...argv], io)
    },
  })
  parser.fail((message, error) => refuse(all, message, error)).parseSync([...argv])
  if (request === undefined) throw new Error('yargs ran no command')
  return request
}

/** The command with the values of its flags. Throws `ClientError` for problems that yargs does not find. */
function readRequest(program: Program, command: Command, argv: readonly string[], args: Arguments, io: Io): Request {
  const refused =
    flagRefusal(program, argv, args, commandFlags(program, command)) ??
    (program.refusesEmpty === true ? emptyValue(args, command.flags) : undefined)
  if (refused !== undefined) throw refused
  const words = args._.slice(command.path.length).map(String)
  const fallback = words.length > 0 ? undefined : variableArgument(program, command, io.env)
  const positionals = fallback === undefined ? words : [fallback]
  const wrong = argumentRefusal(program, command, positionals)
  if (wrong !== undefined) throw wrong
  const line = (args['--'] as readonly string[] | undefined) ?? []
  noteOwnFlags(program, command, line, io)
  const flags = Object.entries(command.flags).map(([name, flag]) => [name, flagValue(flag, args[name])])
  return {
    kind: 'run',
    command,
    json: args['json'] === true,
    invocation: {
      flags: Object.fromEntries(flags) as Invocation<Flags>['flags'],
      settings: {},
      positionals,
      program: line,
    },
  }
}

function flagValue(flag: Flag, value: unknown): unknown {
  if (placeholder(flag) === undefined) return value === true
  return Array.isArray(value) ? value.join(',') : value
}
