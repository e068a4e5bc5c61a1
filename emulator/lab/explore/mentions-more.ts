import type { Observed } from '../engine/world-subject.ts'

/**
 * True if a run says something about its listing that the baseline does not say about the whole one: in its output or
 * its log, by a word that no answer contains, or by a flag. Records and numbers do not count.
 */
export function mentionsMore(run: Observed, baseline: Observed): boolean {
  const answered = new Set(
    [run, baseline].flatMap((each) =>
      each.entries().flatMap(({ response }) => listWords(JSON.stringify(response?.body) ?? '')),
    ),
  )
  const [own, usual] = [run, baseline].map(
    ({ output, outcome: { said } }) =>
      new Set([...findRemarks(output), ...listWords(said)].filter((word) => !answered.has(word))),
  ) as [Set<string>, Set<string>]
  return [...own].some((word) => !usual.has(word)) || [...usual].some((word) => !own.has(word))
}

/** Words of the texts of an output, and its flags with their paths. */
function findRemarks(output: unknown, path = ''): string[] {
  if (typeof output === 'string') return listWords(output)
  if (Array.isArray(output)) return output.filter((each) => typeof each === 'string').flatMap(listWords)
  if (typeof output !== 'object') return typeof output === 'boolean' ? [`${path} ${output}`] : []
  return output === null
    ? [`${path} null`]
    : Object.entries(output).flatMap(([name, value]) => findRemarks(value, `${path}/${name}`))
}

/** Words of a text in the singular, so that one record and many compare equal. */
function listWords(text: string): string[] {
  return Array.from(text.matchAll(/[a-z]{2,}/gi), ([word]) => word.toLowerCase().replace(/s$/, ''))
}
