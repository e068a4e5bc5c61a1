import type { Command, Flag, Offer, Positional, Program } from '../command.ts'
import { choicesIn } from '../choices.ts'
import { flagsOf, helpFlags } from '../parse.ts'

/** What may stand somewhere on a command line: one of some words, a file, or something that nobody can guess. */
export interface Completable {
  readonly name: string
  readonly about: string
  readonly choices: readonly string[]
  readonly files: boolean
  /** Names that are asked for when the key is pressed. */
  readonly offers: Offer | undefined
}

export interface CompletableFlag extends Completable {
  readonly takesValue: boolean
}

export interface CompletableCommand {
  readonly path: readonly string[]
  readonly about: string
  readonly flags: readonly CompletableFlag[]
  /** The first argument stands for all: none of our commands takes two kinds. */
  readonly argument: Completable | undefined
}

/** A program as a shell needs to know it. */
export interface CompletableProgram {
  readonly name: string
  readonly commands: readonly CompletableCommand[]
  /** The flags of a line without a command: those of the command that such a line stands for, or `--help` and `--version`. */
  readonly bare: CompletableCommand
}

/** The data of a program, as the scripts need it. */
export function completable(program: Program): CompletableProgram {
  const commands = program.commands.map((command) => completableCommand(program, command))
  const fallback = commands.find(({ path }) => path.join(' ') === program.fallback)
  const bare = {
    path: [],
    about: program.about,
    argument: undefined,
    flags: fallback?.flags ?? completableFlags(helpFlags),
  }
  return { name: program.name, commands, bare }
}

function completableCommand(program: Program, command: Command): CompletableCommand {
  return {
    path: command.path,
    about: command.about,
    flags: completableFlags(flagsOf(program, command)),
    argument: command.positionals?.slice(0, 1).map(completableArgument)[0],
  }
}

function completableFlags(flags: Readonly<Record<string, Flag>>): CompletableFlag[] {
  return Object.entries(flags).map(([name, { about, value, offers }]) => ({
    name,
    about,
    takesValue: value !== undefined,
    choices: choicesIn(value),
    files: /\b(?:file|folder|dir)\b/.test(value ?? ''),
    offers,
  }))
}

function completableArgument({ name, about, offers }: Positional): Completable {
  return {
    name,
    about,
    offers,
    choices: choicesIn(name),
    files: /\b(?:scenarios?|files?|folder|dir|file)\b/.test(name),
  }
}

/** The words that may come first on a line: `profile` once for `profile ls` and `profile use`. */
export function firstWords({ commands }: CompletableProgram): Map<string, readonly CompletableCommand[]> {
  const words = new Map<string, CompletableCommand[]>()
  for (const command of commands) {
    const [word = ''] = command.path
    words.set(word, [...(words.get(word) ?? []), command])
  }
  return words
}
