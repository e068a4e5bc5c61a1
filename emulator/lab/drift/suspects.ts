import { isObject } from '../../engine/checking/is-object.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import { isIdField } from '../../engine/world/vary-ids.ts'
import { listReferences } from './timeline.ts'
import type { TimelineStep } from './timeline.ts'

/**
 * Records of differences that were found: what the target did to them is known in part only, so that a further difference
 * about one of them that nothing explains is no second finding.
 */
export class Suspects {
  readonly #values = new Map<string, number>()

  add({ exchange, twin }: TimelineStep): void {
    const isOfOrg = twin.unit?.path.startsWith('/orgs') === true
    for (const [name, value] of listReferences(exchange.asked))
      if (name !== 'org_id' || isOfOrg) this.#values.set(value, exchange.number)
    for (const id of listIds(exchange, isOfOrg)) this.#values.set(id, exchange.number)
  }

  /** Why a difference is none of its own; undefined where it is one. */
  find({ exchange }: TimelineStep): string | undefined {
    const asked = listReferences(exchange.asked).map(([, value]) => value)
    for (const value of [...asked, ...listIds(exchange, true)]) {
      const number = this.#values.get(value)
      if (number !== undefined) return `it is about a record of exchange ${number}, where both differ`
    }
    return undefined
  }
}

/** Ids of records in the target's answer. */
export function listIds({ observation }: TimelineStep['exchange'], withOrgs: boolean): string[] {
  if (observation.kind === 'failed') return []
  const text =
    observation.kind === 'http' ? new TextDecoder().decode(observation.bytes) : (observation.frames.at(-1) ?? '')
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value))
        if (typeof inner !== 'string') visit(inner)
        else if (isIdField(name) && (withOrgs || name !== 'org_id')) found.push(inner)
  }
  visit(shallowJson(text))
  return found
}
