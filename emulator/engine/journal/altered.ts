import type { KeptExchange } from './entry.ts'

/** Ids of the mutants and alternatives that changed answers, as the journal notes them. */
export function findAltered(calls: readonly Pick<KeptExchange, 'notes'>[]): Set<string> {
  const found = calls.flatMap(({ notes = [] }) => notes.flatMap((note) => NOTE.exec(note)?.[1] ?? []))
  return new Set(found)
}

/** `otherwise, A-349/1: …`, `broken on purpose, user.has-name/2` */
const NOTE = /^(?:otherwise|broken on purpose), ([^:]+)/
