import { judgeByBaseline, judgeCutListing, judgeRace, judgeShortPages } from './acceptance/judges.ts'
import { makeClaim, type Claim } from './acceptance/claim.ts'
import { judgeFailedWork } from './acceptance/failed-work.ts'
import { judgeTruth } from './acceptance/truth.ts'
import { judgeVerdict } from './acceptance/verdict.ts'
import type { Observed } from '../engine/world-subject.ts'
import type { Experiment } from './experiment.ts'
import type { Judgement, References } from './judgement.ts'
import { findAcceptances, type Acceptance } from './plan.ts'
import { holdsSecret, joinShownTexts } from '../engine/secrets.ts'

/** Judges one run of the subject. */
export function judge(experiment: Experiment, run: Observed, references: References): Judgement {
  const { end, said } = run.outcome
  if (end === 'hung' || end === 'crashed' || end === 'storm') return { verdict: end, because: shortenMiddle(said) }
  const leaked = leakedSecret(run, references.baseline, references.secrets)
  if (leaked !== undefined) return { verdict: 'leaked-secret', because: leaked }
  if (end === 'failed') return { verdict: 'reported', because: shortenMiddle(said) }
  return judgeClaim(makeClaim(experiment, run, references))
}

/** Judges by kind of acceptance. For an experiment with two faults the first kind in this order decides. */
const judges: Readonly<Record<Acceptance['by'], (claim: Claim) => Judgement>> = {
  cutListing: judgeCutListing,
  verdict: judgeVerdict,
  failedWork: judgeFailedWork,
  race: judgeRace,
  truth: judgeTruth,
  shortPages: judgeShortPages,
  baseline: judgeByBaseline,
}

function judgeClaim(claim: Claim): Judgement {
  const accepted = findAcceptances(claim.plans).map(({ by }) => by)
  const ways = (Object.keys(judges) as Acceptance['by'][]).filter((by) => accepted.includes(by))
  const judgement = judges[ways[0] ?? 'baseline'](claim)
  return judgement.verdict === 'wrong-output' && ways.includes('shortPages') ? judgeShortPages(claim) : judgement
}

/** Shortens a text in its middle: a reason is found at its beginning or its end. */
export function shortenMiddle(text: string): string {
  return text.length <= 2 * MAX_END ? text : `${text.slice(0, MAX_END)}\n…\n${text.slice(-MAX_END)}`
}

const MAX_END = 2_000

/** A secret that a run showed or sent, and the run without a fault did not. */
function leakedSecret(run: Observed, baseline: Observed, secrets: readonly string[]): string | undefined {
  const shown = joinShownTexts(run.outcome)
  const usual = joinShownTexts(baseline.outcome)
  // A client that shows a key it created may show any key. Stored credentials are equal in each run, and a refused run
  // did not store them.
  const made = baseline.newSecrets.some((each) => holdsSecret(usual, each))
    ? []
    : [...run.newSecrets, ...baseline.newSecrets]
  const secret = [...secrets, ...made].find((each) => holdsSecret(shown, each) && !holdsSecret(usual, each))
  if (secret !== undefined)
    return `a secret of the world (${secret.slice(0, 4)}…) is in its ${holdsSecret(run.outcome.said, secret) ? 'error message' : 'output'}`
  const sent = run.sentSecrets.find(
    (each) => !baseline.sentSecrets.some((other) => other.secret === each.secret && other.where === each.where),
  )
  return sent === undefined
    ? undefined
    : `a secret of the world (${sent.secret.slice(0, 4)}…) is sent with ${sent.where}`
}
