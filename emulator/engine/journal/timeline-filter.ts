import { EmulatorError } from '../checking/emulator-error.ts'
import { isExchange, type KeptEntry, type KeptExchange } from './entry.ts'
import type { JournalMatch } from './match.ts'

/** A match that may also match due work, `{ via: 'time' }`, and changes that no request made: `{ via: 'test' }`. */
export type TimelineMatch = Omit<JournalMatch, 'via'> & { readonly via?: KeptEntry['via'] | undefined }

/** Compiles a filter of a timeline; `compile` compiles the part of it that exchanges have. */
export function compileTimelineFilter(
  match: TimelineMatch,
  compile: (match: JournalMatch) => (entry: KeptExchange) => boolean,
): (entry: KeptEntry) => boolean {
  const { via, trigger, ...others } = match
  const [other] = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isMadeBy = (entry: KeptEntry) => trigger === undefined || ('did' in entry && entry.triggers.includes(trigger))
  if (via !== undefined && via !== 'http' && via !== 'socket') {
    if (other === undefined) return (entry) => entry.via === via && isMadeBy(entry)
    throw new EmulatorError(`${other}: only with \`via: http\` or \`via: socket\`, got via ${via}`)
  }
  const matches = compile(match as JournalMatch)
  const matchesOthers = via === undefined && other === undefined
  return (entry) => (isExchange(entry) ? matches(entry) : matchesOthers && isMadeBy(entry))
}
