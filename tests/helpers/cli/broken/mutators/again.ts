import type { ClientMutator } from '../breaks.ts'

/** Done as if flags had not been given, with their values, and as if variables had another value. */
export const again: ClientMutator<'again'> = ({ flags = [], variables = {} }) => ({
  again: (line) => ({
    line: line.filter((word, place) => !flags.includes(word) && !takesValue(line[place - 1], flags)),
    variables,
  }),
})

function takesValue(flag: string | undefined, flags: readonly string[]): boolean {
  return flag !== undefined && flags.includes(flag) && !flag.endsWith('-stdin')
}
