import type { Command, Flags, Program } from './command.ts'
import { commandFlags, commonFlags } from './parser.ts'
import { placeholder, shownPositionals, usageLine } from './refusals.ts'
import { asPasted, ownProgram } from '../../emulator/engine/checking/own-command.ts'

type HelpRow = readonly [name: string, text: string]

/** The first page of a program: its commands, one or a few lines each, and an example of each group. */
export function programText(program: Program, width: number): string {
  const { name, about, commands, groups, notes = '' } = program
  const listed = groups ?? { Commands: Object.fromEntries(commands.map((each) => [each.path.join(' '), each.about])) }
  return page([
    `${name} <command> [flags]`,
    wrap(about, width),
    ...Object.entries(listed).map(([title, members]) => section(`${title}:`, Object.entries(members), width)),
    section('Common flags:', flagRows(commonFlags(program)), width),
    examplesText(
      name,
      commands.flatMap(({ examples }) => examples.slice(0, 1)).slice(0, groups ? 4 : undefined),
      width,
    ),
    groups === undefined ? '' : `${ownProgram(name)} <command> --help has the flags and examples of a command.`,
    wrap(notes, width),
  ])
}

/** The page of commands that share their first word, such as `profile`. */
export function groupText(program: Program, word: string, commands: readonly Command[], width: number): string {
  const rows = commands.map(({ path, about }): HelpRow => [`${program.name} ${path.join(' ')}`, about])
  return page([
    `${program.name} ${word} <command> [flags]`,
    section('Commands:', rows, width),
    section('Common flags:', flagRows(commonFlags(program)), width),
    examplesText(
      program.name,
      commands.flatMap(({ examples }) => examples.slice(0, 1)),
      width,
    ),
  ])
}

/** The page of a command. */
export function commandText(program: Program, command: Command, width: number): string {
  const { about, positionals = [], flags, examples, notes = '' } = command
  const all = commandFlags(program, command)
  const common = Object.keys(commonFlags(program)).map((name) => [name, all[name]!] as const)
  return page([
    usageLine(program, command),
    wrap(about, width),
    section(
      'Arguments:',
      positionals.map((each): HelpRow => [shownPositionals({ positionals: [each] }), each.about]),
      width,
    ),
    section('Flags:', flagRows(flags), width),
    section('Common flags:', flagRows(Object.fromEntries(common)), width),
    examplesText(program.name, examples, width),
    wrap(notes, width),
  ])
}

function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function flagRows(flags: Flags): HelpRow[] {
  return Object.entries(flags).map(([name, flag]) => {
    const value = placeholder(flag)
    const spelled = `${flag.short === undefined ? '    ' : `-${flag.short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`
    return [spelled, flag.default === undefined ? flag.about : `${flag.about} (default ${flag.default})`]
  })
}

/** Widest name that has its text beside it; that of a wider one begins on the next line. */
const WIDEST = 26

function section(title: string, rows: readonly HelpRow[], width: number): string {
  if (rows.length === 0) return ''
  const column = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= WIDEST), 8) + 4
  return [
    title,
    ...rows.map(([name, text]) => {
      const wrapped = wrap(text, width, column)
      return name.length + 4 > column ? `  ${name}\n${wrapped}` : `  ${name}`.padEnd(column) + wrapped.slice(column)
    }),
  ].join('\n')
}

/** Examples: each command line, with its description below. */
function examplesText(program: string, examples: Command['examples'], width: number): string {
  if (examples.length === 0) return ''
  const lines = examples.map(([line, about]) => `${wrap(asPasted(program, line), width, 2)}\n${wrap(about, width, 6)}`)
  return ['Examples:', ...lines].join('\n')
}

/** A text in lines of at most `width`, each after so many spaces. */
function wrap(text: string, width: number, indent = 0): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && indent + last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}
