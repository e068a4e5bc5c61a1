import { findVariant } from '../../contract/variants.ts'
import type { SettingsInput } from '../../engine/world/settings.ts'
import { factsFrom, type FactsDocument } from '../../host/facts/facts.ts'
import { adoptTwin } from './adopt.ts'
import type { ObservedExchange } from './asked.ts'
import { isByChance } from './facts/adopt-alternatives.ts'
import { FactCollector } from './facts/collect-facts.ts'
import { seeAnswer } from './facts/seen-answer.ts'
import { findUnit, isRead } from './find-unit.ts'
import type { Observation } from './observation.ts'
import { takeStep } from './timeline.ts'

/** Knowledge about a target from a first comparison of its answers. */
interface Learned {
  /**
   * Settings of the twin: those of earlier facts, and the limits that the transcript shows. No sentence says how large
   * a limit is, so the twin uses the target's. Other settings do not affect the comparison.
   */
  readonly settings: SettingsInput
  /** Numbers of exchanges that a fact rests on alone. */
  readonly alone: ReadonlySet<number>
}

/** Compares a transcript with a twin once, and learns how the target is set. */
export function learn(exchanges: readonly ObservedExchange[], earlier: FactsDocument | undefined): Learned {
  const { settings: known, otherwise } =
    earlier === undefined ? { settings: {}, otherwise: [] } : factsFrom(earlier, ['facts'])
  const twin = adoptTwin(exchanges)
  const collector = new FactCollector()
  for (const exchange of exchanges) collector.add(takeStep(twin, exchange))
  const seen = collector.settings((name) => name.startsWith('limits.') || name === 'maximum_limit')
  return {
    settings: {
      ...known,
      ...seen,
      limits: { ...known.limits, ...seen.limits },
      otherwise: otherwise.filter(isCertain),
    },
    alone: collector.listAlone(),
  }
}

/** False for an alternative that draws its answers, which a twin cannot repeat. */
function isCertain(id: string): boolean {
  const { by } = findVariant('otherwise', id) ?? {}
  return by === undefined || !isByChance(by)
}

/**
 * Exchanges to repeat, so that each fact is seen twice: reads, refusals, and what the run itself wrote, but no
 * deletion. A client's own writes are not repeated.
 */
export function listRepeatable(
  exchanges: readonly ObservedExchange[],
  { alone }: Learned,
  readOnly: boolean,
): ObservedExchange[] {
  return exchanges.filter((exchange) => alone.has(exchange.number) && isRepeatable(exchange, readOnly))
}

function isRepeatable({ asked, observation }: ObservedExchange, readOnly: boolean): boolean {
  const unit = findUnit(asked)
  if (unit === undefined ? asked.via === 'http' && asked.method === 'GET' : isRead(unit)) return true
  if (readOnly || asked.foreign === true) return false
  const isRefused = seeAnswer(observation, unit)?.code !== undefined
  return isRefused || !(asked.via === 'http' ? asked.method === 'DELETE' : /\.delete_/.test(asked.method))
}

/** True if the repetition of an exchange had the same outcome. */
export function hasSameOutcome({ asked, observation }: ObservedExchange, again: Observation): boolean {
  const unit = findUnit(asked)
  const [first, second] = [seeAnswer(observation, unit), seeAnswer(again, unit)]
  if (first === undefined || second === undefined) return false
  return first.status === second.status && first.code === second.code && first.rpcCode === second.rpcCode
}
