/** Version of the package. A test compares it with package.json, which a browser cannot read. */
export const VERSION = '1.0.0'

/**
 * Version of the contract, which changes with its clauses and not with each release. Major: a sentence was removed, or
 * changed with the effect `narrows` or `changes`. Minor: one was added, got another id, was deprecated, or widens.
 * Patch: one was reworded.
 */
export const CONTRACT_VERSION = '1.1.0'

/**
 * The order of two versions, number by number: below 0 when the first is older. A suffix behind the third number does
 * not count.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersIn(a), numbersIn(b)]
  const place = [0, 1, 2].find((at) => left[at] !== right[at])
  return place === undefined ? 0 : left[place]! - right[place]!
}

function numbersIn(version: string): number[] {
  const words = version.split(/[.+-]/)
  return [0, 1, 2].map((at) => Number(words[at]) || 0)
}
