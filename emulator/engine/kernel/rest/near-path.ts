import { slipDistance } from '../../checking/near-miss.ts'

/**
 * Finds the path of the endpoint that a client probably meant, with the client's values for its parameters: `/user/me`
 * gives `/users/me`. A path with a segment too many or too few finds its nearest sibling.
 */
export function nearPath(path: string, known: readonly string[]): string | undefined {
  const written = segments(path)
  let best: string | undefined
  let bestCost = Infinity
  for (const candidate of known) {
    const found = compare(written, segments(candidate))
    if (found === undefined || found.cost >= bestCost) continue
    best = found.meant
    bestCost = found.cost
  }
  return best
}

/** The path below `base` of one that was joined to it without a slash, or to none: `/v1users/me` gives `/users/me`. */
export function joinedPath(asked: string, base: string): string {
  return `/${(asked.startsWith(base) ? asked.slice(base.length) : asked).replace(/^\//, '')}`
}

interface Compared {
  readonly cost: number
  readonly meant: string
}

/**
 * Cost of the differences between two paths: most for a wrong segment, less for one too many or too few, little for a
 * parameter, least for a letter.
 */
function compare(written: readonly string[], pattern: readonly string[]): Compared | undefined {
  const extra = Math.abs(written.length - pattern.length)
  if (extra > 1 || written.length === 0) return undefined
  let cost = extra * 2
  let words = 0
  let slips = 0
  const meant: string[] = []
  for (const [i, segment] of pattern.entries()) {
    const given = written[i]
    if (segment.startsWith(':')) {
      meant.push(given ?? segment)
      cost += 0.1
    } else if (given === segment) {
      meant.push(segment)
      words++
    } else {
      const distance = given === undefined ? undefined : slipDistance(given, segment)
      if (distance === undefined) return undefined
      meant.push(segment)
      words++
      cost += 1
      slips += distance
    }
  }
  return words === 0 || (words === 1 && extra > 0 && cost > 3)
    ? undefined
    : { cost: cost + slips / 100, meant: `/${meant.join('/')}` }
}

function segments(path: string): string[] {
  return path.split('/').filter(Boolean)
}
