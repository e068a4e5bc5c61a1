import type { Rule } from '../../contract/mutation.ts'
import { meetings } from '../coverage/meetings.ts'
import type { Exchange } from './exchange.ts'
import type { NamedAlternative } from '../../contract/variants.ts'
import type { World } from '../world/world.ts'

/** Checks that an alternative in force decides by this rule, where no answer is made that could follow it. */
export function isRuleInForce(world: World, rule: Rule): boolean {
  const found = findRule(world, rule)
  if (found !== undefined) meetings?.broke(found.id)
  return found !== undefined
}

/** Says in an answer that it comes from an alternative in force, which decided before there was an answer. */
export function noteRule(exchange: Exchange, rule: Rule): void {
  const found = findRule(exchange.world, rule)
  if (found === undefined) return
  exchange.cite(found.statement)
  exchange.note(`otherwise, ${found.id}: ${found.says}`)
}

function findRule({ inForce }: World, rule: Rule): NamedAlternative | undefined {
  return inForce.alternatives.find(({ by }) => by.mutator === 'by-rule' && by.rule === rule)
}
