import type { Observed } from './experiment.ts'

/**
 * Whether a run says of its listing what the baseline does not say of a whole one: in its output or beside it, by a word that no answer
 * holds, or by a flag. Records and numbers say nothing: there are more of them.
 */
export function saysMore(run: Observed, baseline: Observed): boolean {
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

/** Words of the texts of an output, and its flags by their place. */
function findRemarks(output: unknown, path = ''): string[] {
  if (typeof output === 'string') return listWords(output)
  if (Array.isArray(output)) return output.filter((each) => typeof each === 'string').flatMap(listWords)
  if (typeof output !== 'object') return typeof output === 'boolean' ? [`${path} ${output}`] : []
  return output === null
    ? [`${path} null`]
    : Object.entries(output).flatMap(([name, value]) => findRemarks(value, `${path}/${name}`))
}

/** The words of a text, in the singular: of one record and of many the same is said. */
function listWords(text: string): string[] {
  return Array.from(text.matchAll(/[a-z]{2,}/gi), ([word]) => word.toLowerCase().replace(/s$/, ''))
}
