import type { Argv } from 'yargs'
import { printable } from '../../emulator/engine/checking/printable.ts'
import type { Command, Program } from './command.ts'
import type { Io } from './io.ts'
import { addCommands, newParser, parserOptions } from './parser.ts'
import { commandText, groupText, programText } from './help-text.ts'
import { unknownCommand } from './refusals.ts'

/** The flag by which a completion script asks yargs for the words that may follow. */
export const completionFlag = '--get-yargs-completions'

/** The help of a command, of a group of commands (`profile`), or of the whole program. */
export async function helpPage(program: Program, argv: readonly string[], io: Io): Promise<string> {
  const parser = newParser(program, argv)
  describeProgram(program, parser)
  // Help has priority over problems in the rest of the line.
  await parser.getHelp()
  const { parsed } = parser
  const words = parsed ? parsed.argv._.map(String) : []
  const width = helpWidth(io)
  const command = program.commands.find(({ path }) => path.every((word, index) => word === words[index]))
  if (command !== undefined) return commandText(program, command, width)
  const [word] = words
  if (word === undefined) return programText(program, width)
  const group = program.commands.filter(({ path }) => path[0] === word)
  if (group.length === 0) throw unknownCommand(program, [word])
  return groupText(program, word, group, width)
}

/**
 * The words that may follow a line, each on a line of its own. The last word of the line is the one that is being
 * written; of `--flag=val` the offered words begin with `--flag=`, too. Names that hold control characters are left out.
 */
export async function completions(program: Program, given: readonly string[], io: Io): Promise<string> {
  const [, flag = '', value = ''] = /^(--[\w-]+)=(.*)$/s.exec(given.at(-1) ?? '') ?? []
  const words = flag === '' ? given : [...given.slice(0, -1), flag, value]
  const isBare = words[0]?.startsWith('-') === true && program.fallback !== undefined
  const line = [completionFlag, program.name, ...(isBare ? [program.fallback] : []), ...words] as string[]
  // Commands report an unreadable store; completion ignores it.
  const names = (await program.offers?.(io).catch(() => [])) ?? []
  const offered = names.filter((name) => name === printable(name))
  const parser = newParser(program, line)
  describeProgram(program, parser, offered)
  let text = ''
  parser.parseSync(line, {}, (_error, _args, output) => {
    text = output
  })
  const lines = text === '' ? [] : text.split('\n')
  return lines.map((line) => `${flag === '' ? '' : `${flag}=`}${line}\n`).join('')
}

/** Everything that a completion offers. */
function describeProgram(program: Program, parser: Argv, offered?: readonly string[]): void {
  addCommands(program, parser, { command: (command, each) => describeCommand(command, each, offered) })
}

function describeCommand({ positionals = [], flags }: Command, parser: Argv, offered?: readonly string[]): void {
  for (const argument of positionals)
    parser.positional(argument.name, {
      describe: argument.about,
      choices: argument.choices ?? (argument.offers && offered),
    })
  parser.options(parserOptions(flags, offered))
}

/** Columns of help: those of the terminal, within what can be read. */
function helpWidth({ env, stdout }: Io): number {
  const columns = stdout.columns ?? Number(env['COLUMNS'])
  return columns > 0 ? Math.min(Math.max(columns, 40), 120) : 100
}
