import type { Rule } from '../../contract/mutation.ts'
import { meetings } from '../coverage/meetings.ts'
import type { World } from '../world/world.ts'

/** Checks that an alternative in force decides by this rule, where no answer is made that could follow it. */
export function isRuleInForce({ inForce }: World, rule: Rule): boolean {
  const found = inForce.alternatives.find(({ by }) => by.mutator === 'by-rule' && by.rule === rule)
  if (found !== undefined) meetings?.broke(found.id)
  return found !== undefined
}
