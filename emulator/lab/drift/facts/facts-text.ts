import { plural } from '../../../engine/checking/plural.ts'
import type { Fact } from '../../../host/facts/facts.ts'

/** Lines for a report: one for each fact that differs from the assumption, and a count of the other facts. */
export function listFacts(facts: readonly Fact[]): string[] {
  const others = facts.filter(({ assumed }) => assumed !== undefined)
  const otherwise = facts.filter(({ alternative }) => alternative !== undefined)
  const kept = facts.length - others.length - otherwise.length
  return [
    ...otherwise.map(
      ({ assumption, alternative, observed, exchange }) =>
        `fact, ${assumption}: otherwise, ${alternative}: ${show(observed)} (${exchange})`,
    ),
    ...others.map(
      ({ assumption, setting, about, observed, assumed, exchange }) =>
        `fact, ${assumption}: ${setting ?? about} is ${show(observed)}, assumed ${show(assumed)} (${exchange})`,
    ),
    ...(kept === 0 ? [] : [`${plural(kept, 'fact')} as assumed`]),
  ]
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
