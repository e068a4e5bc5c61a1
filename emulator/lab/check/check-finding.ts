/** Verdicts of findings, the gravest first. */
const verdicts = [
  'wrong-output',
  'wrong-world',
  'leaked-secret',
  'hung',
  'crashed',
  'storm',
  'silent-cut',
  'reported',
  'ignored-failure',
  'leans-on',
  'unnoticed',
] as const

export type CheckVerdict = (typeof verdicts)[number]

/** Something that is wrong with a client, or with its tests. */
export interface CheckFinding {
  /** Name for `--accept`: `hung no-answer at GET /users/me#1`, `A-38/1`, `user.has-name/2`. */
  readonly id: string
  readonly verdict: CheckVerdict
  /** The change that was made, and at which call. */
  readonly title: string
  /** Behaviour of the client. */
  readonly because: string
  /** The documented fact that it should know. */
  readonly sentence: string
  /** The command line that shows it alone. */
  readonly again: string
}

/** Sorts findings, the gravest first. Findings of one verdict keep their order. */
export function sortByGravity(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))
}
