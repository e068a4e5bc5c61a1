import { didYouMean, nearest } from '../../emulator/engine/checking/near-miss.ts'
import { usageError } from './client-error.ts'
import type { Flags, Program } from './command.ts'

/** The usage error for words that name no command. `stray` is what is wrong with a flag of the same line. */
export function unknownCommand(program: Program, words: readonly string[], stray: string | undefined): Error {
  const names = program.commands.map(({ path }) => path.join(' '))
  const list = `The commands of ${program.name} are: ${names.join(', ')}`
  if (words.length === 0) return usageError(stray === undefined ? `A command is needed. ${list}` : `${stray}. ${list}`)
  const depth = names.some((name) => name.startsWith(`${words[0]} `)) ? 2 : 1
  const wanted = words.slice(0, depth).join(' ')
  if (depth === 2 && words.length === 1) return usageError(`'${wanted}' needs a further word. ${list}`)
  const meant = didYouMean(wanted, names)
  // A word behind a flag that is not known is most likely the value of that flag.
  if (meant === '' && stray !== undefined) return usageError(stray)
  return usageError(
    `Unknown command${shownWord(program, wanted, depth === 2 || meant !== '')}${meant || `.${withFallback(program, wanted)}`} ${list}`,
  )
}

function shownWord({ repeatsWords }: Program, word: string, isNear: boolean): string {
  if (repeatsWords) return ` '${word.slice(0, 60)}'`
  return isNear ? ` '${harmless(word)}'` : ''
}

/** The line that was meant where a word is the argument of the command that may be left out. */
function withFallback({ name, fallback, commands, repeatsWords }: Program, word: string): string {
  const [argument] = commands.find(({ path }) => path.join(' ') === fallback)?.positionals ?? []
  return argument === undefined || !repeatsWords
    ? ''
    : ` If it is a ${argument.name}: ${name} ${fallback} ${word.slice(0, 60)}.`
}

/** A word of the line may be a key in the wrong place: what does not look like a plain word is not repeated. */
function harmless(text: string): string {
  return /^[a-z ]{1,24}$/i.test(text) ? text : '…'
}

/** A value glued to a flag (`--api-keyVALUE`), and a long name that is like none of ours, may be a key: they stay unsaid. */
export function unknownFlag(dashes: string, name: string, allowed: Flags): string {
  const names = Object.keys(allowed)
  const glued = names.find((flag) => allowed[flag]?.value !== undefined && name.startsWith(flag))
  if (glued !== undefined) return `Unknown flag ${dashes}${glued}…, did you mean --${glued} <${allowed[glued]?.value}>?`
  const candidate = names.includes(name) ? name : nearest(name, names)
  if (candidate !== undefined) return `Unknown flag ${dashes}${name}, did you mean --${candidate}?`
  return /^[a-z][a-z-]{0,11}$/i.test(name) ? `Unknown flag ${dashes}${name}` : 'Unknown flag'
}
