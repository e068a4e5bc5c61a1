import { plural } from '../engine/checking/plural.ts'
import type { Journal } from '../engine/journal/journal.ts'
import type { JournalMatch } from '../engine/journal/match.ts'
import type { NearMiss } from '../engine/journal/verify.ts'
import type { When } from '../engine/triggers/schema.ts'
import type { TriggerReport } from '../engine/triggers/triggers.ts'

/** Most triggers that are explained at once, because each searches the journal. */
const MAX_EXPLAINED = 20

/** Adds to each trigger that never fired the reason for it. */
export function withReasons(
  triggers: readonly TriggerReport[],
  journal: Journal | undefined,
): (TriggerReport & { readonly not_fired?: string })[] {
  let left = MAX_EXPLAINED
  return triggers.map((report) => {
    const reason = report.fired > 0 || left-- <= 0 ? undefined : whyNotFired(report, journal)
    return reason === undefined ? report : { ...report, not_fired: reason }
  })
}

/**
 * Explains why a trigger never fired: by the nearest request and its difference, or by the number of matches. Undefined
 * if the journal does not show it.
 */
function whyNotFired(
  { id, name = id, matched, problem, trigger }: TriggerReport,
  journal: Journal | undefined,
): string | undefined {
  const { when, enabled } = trigger
  if (enabled === false) return 'it is switched off'
  if (problem !== undefined) return `its change failed: ${problem}`
  const held = journal?.entries({ trigger: name, delivery: 'held' })[0]
  if (held !== undefined) return `it holds #${held.number}, and counts once that goes on`
  if (matched > 0) return `${plural(matched, 'request')} matched, and ${turnText(when)}`
  if (journal === undefined) return undefined
  const { count, near_misses: nearest } = journal.verify(readMatch(when))
  if (count > 0) return `${plural(count, 'request')} like this came ${missedTime(when)}`
  return nearest[0] === undefined ? 'no request came' : nearestText(nearest[0])
}

/** Parts of a condition that say what a request is. */
type ComparedWhen = Pick<When, 'endpoint' | 'command' | 'via' | 'caller' | 'params'>

/** Requests that meet a condition, whatever their number and their time. */
export function readMatch({ endpoint, command, via, caller, params }: ComparedWhen): JournalMatch {
  return { endpoint, command, via, caller, params }
}

function turnText({ nth, every, between, probability, above }: When): string {
  if (nth !== undefined) return `it acts on number ${nth}`
  if (every !== undefined) return `it acts on every ${every}th`
  if (typeof between?.[0] === 'number') return `it acts on numbers ${between[0]} to ${between[1]}`
  if (above !== undefined) return `none was beyond ${above}`
  return probability === undefined ? 'none was one that it acts on' : `chance (${probability}) chose none of them`
}

function missedTime({ between, copy }: When): string {
  if (copy !== undefined) return `from another program than '${copy}', or before it was added`
  return typeof between?.[0] === 'string'
    ? `outside of its time, from ${between[0]} until before ${between[1]}`
    : 'before it was added'
}

/** Names a request that missed a condition, and how: `the nearest request is #3, GET /v1/orgs: caller: expected ada, got ben`. */
export function nearestText({ entry, differences }: NearMiss): string {
  const { number, request } = entry
  const listed = differences.map(({ field, expected, actual }) => `${field}: expected ${expected}, got ${actual}`)
  return `the nearest request is #${number}, ${request.method} ${request.url}: ${listed.join('; ')}`
}
