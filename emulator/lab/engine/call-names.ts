import { countValues } from '../../engine/checking/counts.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { formatCallName } from '../../engine/journal/call-name.ts'

/** Names of the calls of a run, read from unrendered journal entries: rendering costs as much as the run. */
export function callNames(calls: readonly KeptExchange[]): string[] {
  return calls.flatMap(({ unit, request }) => (unit === undefined ? [] : [formatCallName(unit.id, request.url)]))
}

/** Calls that two runs made a different number of times, with both counts. */
export function compareCalls(first: readonly string[], second: readonly string[]): string[] {
  const [before, after] = [countValues(first), countValues(second)]
  return [...new Set([...first, ...second])]
    .filter((call) => before.get(call) !== after.get(call))
    .map((call) => `${call}: ${before.get(call) ?? 0} and ${after.get(call) ?? 0}`)
}

/** True if the calls of two runs got the same answers. */
export function hasSameAnswers(one: readonly KeptExchange[], other: readonly KeptExchange[]): boolean {
  const answers = (calls: readonly KeptExchange[]) =>
    JSON.stringify(calls.map(({ response }) => [response?.status, response?.body]))
  return answers(one) === answers(other)
}
