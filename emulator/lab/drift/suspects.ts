import { isObject } from '../../engine/checking/is-object.ts'
import { isIdField } from '../../engine/world/vary-ids.ts'
import { answerFields } from './observation.ts'
import { listReferences } from './timeline.ts'
import type { TimelineStep } from './timeline.ts'

/**
 * Records of earlier differences. Their state at the target is known only in part, so a further unexplained difference
 * about one of them is no finding of its own.
 */
export class Suspects {
  readonly #values = new Map<string, number>()

  add({ exchange, twin }: TimelineStep): void {
    const isOfOrg = twin.unit?.path.startsWith('/orgs') === true
    for (const [name, value] of listReferences(exchange.asked))
      if (name !== 'org_id' || isOfOrg) this.#values.set(value, exchange.number)
    for (const id of listIds(exchange, isOfOrg)) this.#values.set(id, exchange.number)
  }

  /** The reason why a difference is no finding of its own; undefined if it is one. */
  find({ exchange }: TimelineStep): string | undefined {
    const asked = listReferences(exchange.asked).map(([, value]) => value)
    for (const value of [...asked, ...listIds(exchange, true)]) {
      const number = this.#values.get(value)
      if (number !== undefined) return `it is about a record of exchange ${number}, where the answers differ`
    }
    return undefined
  }
}

/** Ids of records in the target's answer. */
export function listIds({ observation }: TimelineStep['exchange'], withOrgs: boolean): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isObject(value))
      for (const [name, inner] of Object.entries(value))
        if (typeof inner !== 'string') visit(inner)
        else if (isIdField(name) && (withOrgs || name !== 'org_id')) found.push(inner)
  }
  visit(answerFields(observation))
  return found
}
