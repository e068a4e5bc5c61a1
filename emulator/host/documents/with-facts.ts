import type { AssumptionId } from '../../contract/assumptions.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { observedText, type ObservedAssumptions } from '../../engine/coverage/observed.ts'
import type { Facts } from '../facts/facts.ts'
import type { Json } from './json-schema.ts'

/**
 * Replaces `x-assumed` by `x-observed` for assumptions that facts about a service settle, with date and known
 * differences. Page limits get the observed values.
 */
export function withFacts(document: Json, { observed, settings }: Facts): Json {
  const { default_limit: standard, maximum_limit: maximum } = settings
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (!isObject(value)) return value
    const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, change(each)]))
    const limited = 'x-assumed-values' in inner ? withLimits(inner, standard, maximum) : inner
    return sayObserved(limited, observed)
  }
  const { 'x-assumptions': texts, ...rest } = document
  return { ...(change(rest) as Json), 'x-assumptions': withObservations(texts as Json, observed) }
}

/** Page limit of commands with the observed values; the default is never above the maximum. */
function withLimits(schema: Json, standard = Number(schema['default']), maximum = Number(schema['maximum'])): Json {
  return { ...schema, default: Math.min(standard, maximum), maximum }
}

/** Texts of assumptions, with the observation of each. */
function withObservations(texts: Json, observed: ObservedAssumptions): Json {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => {
      const seen = observedText(observed, id as AssumptionId)
      return [id, seen === undefined ? text : `${String(text)} (${seen[0]!.toUpperCase()}${seen.slice(1)}.)`]
    }),
  )
}

/** Moves settled assumptions from the marks of one object to its `x-observed`. */
function sayObserved(node: Json, observed: ObservedAssumptions): Json {
  const seen = new Set<AssumptionId>()
  const said: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(node)) {
    const kept = isMark(name) ? stillAssumed(value, observed, seen) : value
    if (kept !== undefined) said[name] = kept
  }
  if (seen.size === 0) return node
  const shown = Array.from(seen, (id) => {
    const { on, differs } = observed.get(id)!
    return [id, differs.length === 0 ? { on } : { on, differs }]
  })
  return { ...said, 'x-observed': Object.fromEntries(shown) as Json }
}

function isMark(name: string): boolean {
  return /^x-assumed(?:-codes?|-values|-status|-statuses)?$/.test(name)
}

/** Part of a mark that no fact settles: ids, or ids by name; undefined if nothing is left. */
function stillAssumed(mark: unknown, observed: ObservedAssumptions, seen: Set<AssumptionId>): unknown {
  if (!Array.isArray(mark)) {
    const left = Object.entries(mark as Json).flatMap(([name, ids]) => {
      const kept = stillAssumed(ids, observed, seen)
      return kept === undefined ? [] : [[name, kept] as const]
    })
    return left.length === 0 ? undefined : Object.fromEntries(left)
  }
  const left = (mark as AssumptionId[]).filter((id) => !observed.has(id))
  for (const id of mark as AssumptionId[]) if (observed.has(id)) seen.add(id)
  return left.length === 0 ? undefined : left
}
