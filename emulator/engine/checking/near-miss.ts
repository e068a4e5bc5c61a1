/** Finds the known word that a mistyped one was probably meant to be. Used on error paths only. */

/**
 * The candidate nearest to `word`; undefined if none is near enough to be a likely typo. Case and separators are
 * ignored (`orgId` finds `org_id`). A prefix of three letters or more matches if only one candidate has it (`visib`
 * finds `visibility`). Of equally near candidates the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  const wanted = fold(word)
  let best: string | undefined
  let bestDistance = allowance(wanted) + 1
  const continued: string[] = []
  let compared = 0
  for (const candidate of candidates) {
    if (candidate === word) continue
    if (++compared > MAX_COMPARED) break
    const folded = fold(candidate)
    if (folded === wanted) return candidate
    if (wanted.length >= 3 && folded.startsWith(wanted)) continued.push(candidate)
    if (Math.abs(folded.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, folded, bestDistance)
    if (distance < bestDistance && distance < Math.max(wanted.length, folded.length)) {
      best = candidate
      bestDistance = distance
    }
  }
  return best ?? (continued.length === 1 ? continued[0] : undefined)
}

/** Up to four candidates that contain the word, or share its beginning: suggestions for a word that is no typo. */
export function findRelatedNames(word: string, candidates: readonly string[]): string[] {
  const wanted = fold(word)
  if (wanted.length < 4 || word.length > MAX_LENGTH) return []
  const holding = candidates.filter((candidate) => fold(candidate).includes(wanted))
  return (
    holding.length > 0 ? holding : candidates.filter((candidate) => fold(candidate).startsWith(wanted.slice(0, 5)))
  ).slice(0, 4)
}

/** The command that `word` means if its engine was left out: `list_session` for `workflow.list_sessions`. */
export function nearestWithoutEngine(word: string, commands: readonly string[]): string | undefined {
  const names = commands.map((id) => id.slice(id.indexOf('.') + 1))
  const near = names.includes(word) ? word : nearest(word, names)
  return near === undefined ? undefined : commands[names.indexOf(near)]
}

/**
 * Number of edits between two words of which one is a likely typo of the other; 0 if they differ in case and separators
 * only. Undefined for other pairs.
 */
export function slipDistance(word: string, meant: string): number | undefined {
  return nearest(word, [meant]) === undefined ? undefined : editDistance(fold(word), fold(meant), MAX_LENGTH)
}

/** `, did you mean 'x'?` for the nearest candidate, or an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates)
  return candidate === undefined ? '' : `, did you mean '${candidate}'?`
}

/** Longer than any known name: a longer word cannot be a typo, and comparing it costs time. */
const MAX_LENGTH = 100

/** Candidates that are compared. Known names are fewer; aliases in a world may be thousands. */
const MAX_COMPARED = 1_000

/** Tolerated edits: one for short words, a third of the length for longer ones. */
function allowance(word: string): number {
  if (word.length <= 1) return 0
  return Math.min(Math.max(1, Math.floor(word.length / 3)), 4)
}

function fold(word: string): string {
  return word
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[-_ ]+/g, '_')
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours cost one each. Stops
 * at `enough`.
 */
function editDistance(a: string, b: string, enough: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    // A swap reaches over one row: stop only when two rows are too far.
    if (Math.min(...current) >= enough && Math.min(...last) >= enough) return enough
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
