import yargs from 'yargs'
import { usageError } from './client-error.ts'
import type { Command, Program } from './command.ts'
import { didYouMean } from '../../emulator/diagnostics/near-miss.ts'
import { flagsOf, shownPositional } from './parse.ts'

const width = 100

/** The help of a command, of a group of commands (`profile`), or of the whole program, laid out by yargs. */
export async function helpText(program: Program, path: readonly string[]): Promise<string> {
  const command = program.commands.find((each) => each.path.join(' ') === path.slice(0, each.path.length).join(' '))
  const text = command === undefined ? programHelp(program, path) : commandHelp(program, command)
  return `${(await text).trimEnd()}\n`
}

function page() {
  return yargs([]).locale('en').wrap(width).version(false).help(false).exitProcess(false)
}

async function commandHelp(program: Program, command: Command): Promise<string> {
  const words = [program.name, ...command.path]
  const builder = page().scriptName(words.join(' '))
  const positionals = (command.positionals ?? []).map(shownPositional)
  builder.usage(`${[...words, ...positionals, '[flags]'].join(' ')}\n\n${command.about}`)
  for (const positional of command.positionals ?? []) builder.epilog(`${shownPositional(positional)}  ${positional.about}`)
  for (const [name, flag] of Object.entries(flagsOf(program, command))) {
    builder.option(name, { describe: flag.about, ...(flag.value === undefined ? {} : { requiresArg: true, type: 'string' }) })
  }
  builder.updateStrings({ 'Options:': 'Flags:', 'Examples:': 'Examples:' })
  for (const [line, about] of command.examples) builder.example(line, about)
  if (command.notes !== undefined) builder.epilog(command.notes)
  return builder.getHelp()
}

async function programHelp(program: Program, path: readonly string[]): Promise<string> {
  const prefix = path.join(' ')
  const shown = program.commands.filter(({ path: own }) => prefix === '' || own.join(' ').startsWith(`${prefix} `))
  if (shown.length === 0) {
    const names = program.commands.map(({ path: own }) => own.join(' '))
    throw usageError(`No such command${didYouMean(prefix, names) || '.'} The commands of ${program.name} are: ${names.join(', ')}`)
  }
  const builder = page().scriptName(program.name)
  builder.usage(`${program.name} <command> [flags]\n\n${program.about}`)
  for (const { path: own, about } of shown) builder.command(own.join(' '), about)
  builder.option('help', { describe: 'Show the help of a command' }).option('version', { describe: 'Show the version' })
  builder.updateStrings({ 'Options:': 'Flags:' })
  for (const { examples } of shown) if (examples[0] !== undefined) builder.example(...(examples[0] as [string, string]))
  return builder.getHelp()
}
