import { type Fields, isObject } from '../../../engine/checking/is-object.ts'
import { isReference } from '../translate.ts'
import type { Findings } from './findings.ts'

/** Items of the target's listing, matched with items of the twin's. */
export interface MatchedItems {
  /** Pairs in the target's order. */
  readonly pairs: readonly (readonly [target: unknown, twin: unknown])[]
  /** Items of the target that the twin knows but does not list, or that come a second time. */
  readonly surplus: readonly unknown[]
  /** Items of the target that could be any of the missing ones: no documented field distinguishes them. */
  readonly anonymous: readonly unknown[]
  /** Items of the twin without a partner. */
  readonly missing: readonly unknown[]
}

/** Matches each item of the target with one of the twin: by id, else by content if only one item has it. */
export function matchItems(found: Findings, target: readonly unknown[], twin: readonly unknown[]): MatchedItems {
  const byId = new Map(twin.flatMap((item) => (findId(item) === undefined ? [] : [[findId(item)!, item] as const])))
  const left = new Set(twin)
  const twinItems = new Map<unknown, unknown>()
  const surplus: unknown[] = []
  const open: unknown[] = []
  const seen = new Set<string>()
  for (const item of target) {
    const id = findId(item)
    const known = id === undefined ? undefined : (found.findTwin(id) ?? (byId.has(id) ? id : undefined))
    if (id !== undefined && seen.has(id)) surplus.push(item)
    else if (known === undefined) open.push(item)
    else if (byId.has(known) && left.delete(byId.get(known))) twinItems.set(item, byId.get(known))
    else surplus.push(item)
    if (id !== undefined) seen.add(id)
  }
  const anonymous = open.filter((item) => {
    const fitting = findFitting(found, item, left)
    if (fitting === undefined) return true
    left.delete(fitting)
    twinItems.set(item, fitting)
    return false
  })
  const pairs = target.flatMap((item) => (twinItems.has(item) ? [[item, twinItems.get(item)] as const] : []))
  return { pairs, surplus, anonymous, missing: [...left] }
}

/** The only item of the twin with the same content; undefined if there is none, or several. */
function findFitting(found: Findings, item: unknown, left: ReadonlySet<unknown>): unknown {
  let only: unknown
  for (const candidate of left) {
    const id = findId(candidate)
    if (id !== undefined && findId(item) !== undefined && found.findTarget(id) !== undefined) continue
    if (!hasSameContent(item, candidate)) continue
    if (only !== undefined) return undefined
    only = candidate
  }
  return only
}

/** True if all fields that both have are equal, except ids and times. */
function hasSameContent(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other
  const shared = Object.keys(one).filter((name) => name in other && !isReference(name) && !name.endsWith('at'))
  return shared.length > 0 && shared.every((name) => isSame(one[name], other[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  if (isObject(one) && isObject(other))
    return Object.keys(one).every((name) => isReference(name) || isSame(one[name], other[name]))
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

export function findId(item: unknown): string | undefined {
  const id = isObject(item) ? (item as Fields)['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
