import type { Argv } from 'yargs'
import type { Command, Program } from './command.ts'
import type { Io } from './io.ts'
import { addCommands, newParser, parserOptions } from './parser.ts'
import { unknownCommand, usageLine } from './refusals.ts'

/** The flag by which a completion script asks yargs for the words that may follow. */
export const completionFlag = '--get-yargs-completions'

/** The help of a command, of a group of commands (`profile`), or of the whole program. */
export async function helpPage(program: Program, argv: readonly string[], io: Io): Promise<string> {
  const parser = newParser(program, argv).wrap(helpWidth(io))
  describeProgram(program, parser)
  const text = await parser.getHelp()
  const { parsed } = parser
  const [word] = parsed ? parsed.argv._.map(String) : []
  if (word !== undefined && !program.commands.some(({ path }) => path[0] === word))
    throw unknownCommand(program, [word])
  return `${text.trimEnd()}\n`
}

/** The words that may follow a line, each on a line of its own. The last word of the line is the one that is being written. */
export async function completions(program: Program, words: readonly string[], io: Io): Promise<string> {
  const isBare = words[0]?.startsWith('-') === true && program.fallback !== undefined
  const line = [completionFlag, program.name, ...(isBare ? [program.fallback] : []), ...words] as string[]
  // A store that cannot be read is for the commands to complain of.
  const offered = (await program.offers?.(io).catch(() => [])) ?? []
  const parser = newParser(program, line)
  describeProgram(program, parser, offered)
  let text = ''
  parser.parseSync(line, {}, (_error, _args, output) => {
    text = output
  })
  return text === '' ? '' : `${text}\n`
}

/** Everything that a page of help shows, and that a completion offers. */
function describeProgram(program: Program, parser: Argv, offered?: readonly string[]): void {
  const firstExamples = (commands: readonly Command[]) => commands.flatMap(({ examples }) => examples.slice(0, 1))
  parser
    .updateStrings({ 'Positionals:': 'Arguments:', 'Options:': 'Common flags:' })
    .usage(`${program.name} <command> [flags]\n\n${program.about}`)
    .example(mutable(firstExamples(program.commands)))
    .epilog(program.notes ?? '')
  addCommands(program, parser, {
    command: (command, each) => describeCommand(program, command, each, offered),
    group: (commands, word, each) =>
      each.usage(`${program.name} ${word} <command> [flags]`).example(mutable(firstExamples(commands))),
  })
}

function describeCommand(program: Program, command: Command, parser: Argv, offered?: readonly string[]): void {
  const { about, positionals = [], flags, examples, notes } = command
  for (const argument of positionals)
    parser.positional(argument.name, {
      describe: argument.about,
      choices: argument.choices ?? (argument.offers && offered),
    })
  parser
    .usage(`${usageLine(program, command)}\n\n${about}`)
    .options(parserOptions(flags, offered))
    .group(Object.keys(flags), 'Flags:')
    .example(mutable(examples))
    .epilog(notes ?? '')
}

function mutable(examples: Command['examples']): [line: string, about: string][] {
  return examples.map(([line, about]) => [line, about])
}

/** Columns of help: those of the terminal, within what can be read. */
function helpWidth({ env, stdout }: Io): number {
  const columns = stdout.columns ?? Number(env['COLUMNS'])
  return columns > 0 ? Math.min(Math.max(columns, 40), 120) : 100
}
