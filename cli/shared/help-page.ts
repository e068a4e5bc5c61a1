import yargs from 'yargs'
import { choicesIn } from './choices.ts'

/** What a page of help holds, in its order. */
export interface HelpPage {
  readonly usage: string
  readonly about: string
  readonly commands?: readonly (readonly [name: string, about: string])[]
  /** The third is there for a flag that takes a value, the fourth for one that has a short form. */
  readonly flags: readonly (readonly [
    name: string,
    about: string,
    value?: string | undefined,
    short?: string | undefined,
  ])[]
  readonly examples: readonly (readonly [line: string, about: string])[]
  readonly notes: readonly string[]
}

/** Lays a page out with yargs, in so many columns. */
export async function layOut(
  { usage, about, commands = [], flags, examples, notes }: HelpPage,
  width: number,
): Promise<string> {
  const page = yargs([]).scriptName('').locale('en').wrap(width).version(false).help(false).exitProcess(false)
  page.usage(`${usage}\n\n${about}`).updateStrings({ 'Options:': 'Flags:' })
  for (const [name, text] of commands) page.command(name, text)
  for (const [name, text, value, short] of flags)
    page.option(name, {
      describe: text,
      ...(short !== undefined && { alias: short }),
      ...(value !== undefined && valueOf(value)),
    })
  for (const [line, text] of examples) page.example(line, text)
  for (const note of notes) page.epilog(note)
  return `${(await page.getHelp()).trimEnd()}\n`
}

/** `pretty|json` is a choice; any other value stands by its name. */
function valueOf(
  value: string,
): { requiresArg: true; choices: readonly string[] } | { requiresArg: true; type: 'string' } {
  const choices = choicesIn(value)
  return { requiresArg: true, ...(choices.length > 0 ? { choices } : { type: 'string' as const }) }
}
