import { didYouMean } from '../../emulator/engine/checking/near-miss.ts'
import { usageError } from './client-error.ts'
import type { Command, Flags, Program } from './command.ts'
import type { HelpPage } from './help-page.ts'
import { flagsOf, helpFlags, shownPositional } from './parse.ts'

/** The help of a command, of a group of commands (`profile`), or of the whole program. */
export function helpPage(program: Program, path: readonly string[]): HelpPage {
  const command = program.commands.find((each) => each.path.join(' ') === path.slice(0, each.path.length).join(' '))
  return command === undefined ? programPage(program, path.join(' ')) : commandPage(program, command)
}

function commandPage(program: Program, command: Command): HelpPage {
  const positionals = command.positionals ?? []
  return {
    usage: [program.name, ...command.path, ...positionals.map(shownPositional), '[flags]'].join(' '),
    about: command.about,
    flags: rows(flagsOf(program, command)),
    examples: command.examples,
    notes: [
      ...positionals.map((each) => `${shownPositional(each)}  ${each.about}`),
      ...(command.notes === undefined ? [] : [command.notes]),
    ],
  }
}

function programPage(program: Program, prefix: string): HelpPage {
  const names = program.commands.map(({ path }) => path.join(' '))
  const shown = program.commands.filter((_, index) => prefix === '' || names[index]?.startsWith(`${prefix} `))
  if (shown.length === 0)
    throw usageError(
      `No such command${didYouMean(prefix, names) || '.'} The commands of ${program.name} are: ${names.join(', ')}`,
    )
  return {
    usage: `${program.name} <command> [flags]`,
    about: program.about,
    commands: shown.map(({ path, about }) => [`${program.name} ${path.join(' ')}`, about]),
    flags: rows(helpFlags),
    examples: shown.flatMap(({ examples }) => examples.slice(0, 1)),
    notes: [],
  }
}

function rows(flags: Flags): HelpPage['flags'] {
  return Object.entries(flags).map(([name, { about, value, short }]) => [name, about, value, short])
}
