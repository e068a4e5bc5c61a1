import type { Baseline } from './fault.ts'
import { ignoredFailure } from './ignored-failure.ts'
import { worldBetween, worldDifferences } from './canonical.ts'
import type { Experiment, Observed } from './experiment.ts'
import { between, masked, same, sameLoosely } from './output.ts'
import { saysMore } from './says-more.ts'
import { holdsSecret, shownBy } from './secrets.ts'
import { readsBoth, saysWhatBecameOfIt } from './what-was-read.ts'

export const verdicts = [
  'survived',
  'reported',
  'wrong-output',
  'wrong-world',
  'silent-cut',
  'hung',
  'crashed',
  'storm',
  'leaked-secret',
] as const
export type Verdict = (typeof verdicts)[number]

/** What a run is compared with. */
export interface References {
  readonly baseline: Observed
  /** Where the truth was changed: the same change made at the end, and before the subject began; and where the subject sets the same field, without it. */
  readonly changed?: readonly [atEnd: Observed, before: Observed, ...overwritten: Observed[]]
  /** Where pages hold less: the run where what was shown is all that there is. */
  readonly whole?: Observed
  readonly masks: ReadonlySet<string>
  /** Texts that nothing may show. */
  readonly secrets: readonly string[]
}

export interface Judgement {
  readonly verdict: Verdict
  /** What it was: the difference, the error, the limit. */
  readonly because: string
  /** A call that failed and was never repeated with success, while the subject claims that all is well. */
  readonly ignored?: string
  /** Of a claim that is wrong: the runs that it was compared with. */
  readonly rights?: readonly Right[]
}

/** A run that is right. */
export type Right = Pick<Observed, 'outcome' | 'world'>

/** Judges one run of the subject. */
export function judge(experiment: Experiment, run: Observed, references: References): Judgement {
  const { end, said } = run.outcome
  if (end === 'hung' || end === 'crashed' || end === 'storm') return { verdict: end, because: briefly(said) }
  const leaked = leakedSecret(run, references.baseline, references.secrets)
  if (leaked !== undefined) return { verdict: 'leaked-secret', because: leaked }
  if (end === 'failed') return { verdict: 'reported', because: briefly(said) }
  return claimed(experiment, run, references)
}

/** A subject that claims success is held to its word: the world first, then what it says of it. */
function claimed(experiment: Experiment, run: Observed, references: References): Judgement {
  const { baseline, changed, masks } = references
  const rights = changed ?? [baseline]
  const output = masked(run.output, masks)
  if (experiment.plans.some(({ cuts }) => cuts)) {
    // A client whose output and world are not touched by forty records more makes nothing of the listing.
    const alike =
      same(output, masked(baseline.output, masks)) && worldDifferences(baseline.world, run.world).length === 0
    if (alike) return { verdict: 'survived', because: '' }
    return saysMore({ ...run, output }, { ...baseline, output: masked(baseline.output, masks) })
      ? { verdict: 'survived', because: '' }
      : {
          verdict: 'silent-cut',
          because: 'no word of the cut: no text, no flag, no failure that it does not give of a whole listing, too',
        }
  }
  if (experiment.plans.some(({ tells }) => tells)) {
    const heard = !same(output, masked(baseline.output, masks)) || run.outcome.said !== baseline.outcome.said
    return heard
      ? { verdict: 'survived', because: '' }
      : { verdict: 'wrong-output', because: 'it says the same as where the verdict is `success`' }
  }
  if (experiment.plans.some(({ fails }) => fails) && !saysWhatBecameOfIt(run))
    return { verdict: 'survived', because: '' }
  const worlds = rights.map((right) => worldDifferences(right.world, run.world))
  const mixes =
    experiment.plans.some((plan) => plan.mixes) &&
    changed !== undefined &&
    worldBetween(run.world, changed[0].world, changed[1].world)
  if (!mixes && worlds.every((differences) => differences.length > 0)) {
    return {
      verdict: 'wrong-world',
      because: shownOf(worlds.toSorted((a, b) => a.length - b.length)[0]!).join('\n'),
      rights: rights.map(bare),
    }
  }
  if (mixes && experiment.plans.every((plan) => !readsBoth(plan, run))) return { verdict: 'survived', because: '' }
  // What was read while others wrote is right in any order.
  if (experiment.plans.some(({ races }) => races)) return { verdict: 'survived', because: '' }
  const outputs = rights.map((right) => masked(right.output, masks))
  const agree = experiment.plans.some(({ varies }) => varies) ? sameLoosely : same
  if (
    !outputs.some((right) => agree(right, output)) &&
    !saysThatThereIsMore(run, references, agree) &&
    !(changed !== undefined && between(output, outputs[0], outputs[1]))
  ) {
    return { verdict: 'wrong-output', because: outputDifference(outputs[0], output), rights: rights.map(bare) }
  }
  const ignored = ignoredFailure(run, baseline)
  return ignored === undefined ? { verdict: 'survived', because: '' } : { verdict: 'survived', because: '', ignored }
}

/** Whether a run that did not walk its listings to their ends says what it would not say, were what it was shown all that there is. */
function saysThatThereIsMore(run: Observed, { whole, masks }: References, agree: typeof same): boolean {
  if (whole?.outcome.end !== 'succeeded') return false
  const [own, ofAll] = [masked(run.output, masks), masked(whole.output, masks)]
  return !agree(own, ofAll) || !agree(ofAll, own) || saysMore({ ...run, output: own }, { ...whole, output: ofAll })
}

/** Both ends of what a client said: the reason stands at the one or the other. */
export function briefly(text: string): string {
  return text.length <= 2 * MAX_END ? text : `${text.slice(0, MAX_END)}\n…\n${text.slice(-MAX_END)}`
}

const MAX_END = 2_000

function bare({ outcome, world }: Observed): Right {
  return { outcome, world }
}

/** The first differences, each as far as a line goes. */
function shownOf(differences: readonly string[]): string[] {
  const lines = differences
    .slice(0, MAX_SHOWN)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line))
  return differences.length <= MAX_SHOWN ? lines : [...lines, `and ${differences.length - MAX_SHOWN} more records`]
}

const MAX_SHOWN = 5
const MAX_LINE = 300

/** What a run showed or sent of the secrets, and the run without a fault did not. */
function leakedSecret(run: Observed, baseline: Observed, secrets: readonly string[]): string | undefined {
  const shown = shownBy(run.outcome)
  const usual = shownBy(baseline.outcome)
  // What shows one key that it made is there to show keys. A value that a credential keeps is the same in each run, and a refused run did not store it.
  const made = baseline.newSecrets.some((each) => holdsSecret(usual, each))
    ? []
    : [...run.newSecrets, ...baseline.newSecrets]
  const secret = [...secrets, ...made].find((each) => holdsSecret(shown, each) && !holdsSecret(usual, each))
  if (secret !== undefined)
    return `it shows a secret of the world (${secret.slice(0, 4)}…) ${holdsSecret(run.outcome.said, secret) ? 'in what it says of its failure' : 'in its output'}`
  const sent = run.sentSecrets.find(
    (each) => !baseline.sentSecrets.some((other) => other.secret === each.secret && other.where === each.where),
  )
  return sent === undefined
    ? undefined
    : `it sends a secret of the world (${sent.secret.slice(0, 4)}…) with ${sent.where}`
}

function outputDifference(expected: unknown, actual: unknown): string {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length !== actual.length)
    return `expected ${expected.length} records, got ${actual.length}`
  return `expected ${shortText(expected)}, got ${shortText(actual)}`
}

function shortText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

/** Calls and sockets that a run may make before it is a storm: twenty times those of the baseline, at least fifty, and what the fault makes necessary. */
export function callLimit({ points, openings }: Baseline, { plans }: Pick<Experiment, 'plans'>): number {
  const necessary = Math.max(1, ...plans.map(({ calls = 1 }) => calls))
  return Math.max(50, 20 * (points.length + openings)) * necessary
}

/** Failing calls of a unit within a second before they are a storm: twenty, and five for each call of the baseline, which may be concurrent. */
export function failingLimit({ points }: Baseline, unit: string): number {
  return Math.max(20, 5 * points.filter((point) => point.unit === unit).length)
}
