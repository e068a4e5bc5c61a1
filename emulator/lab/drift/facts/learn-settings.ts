import type { SettingsInput } from '../../../engine/world/settings.ts'
import { factsFrom, type FactsDocument } from '../../../host/facts/facts.ts'
import { adoptTwin } from '../adopt.ts'
import type { Exchange } from '../asked.ts'
import { takeStep } from '../timeline.ts'
import { FactCollector } from './collect-facts.ts'
import { seePages } from './pages.ts'
import { seeRefusals } from './refusals.ts'

/**
 * Settings of the twin: those of earlier facts, and the limits that the transcript shows. No sentence says how large a
 * limit is, so the twin uses the target's. Other settings do not affect the comparison.
 */
export function learnSettings(exchanges: readonly Exchange[], earlier: FactsDocument | undefined): SettingsInput {
  const { settings: known, otherwise } =
    earlier === undefined ? { settings: {}, otherwise: [] } : factsFrom(earlier, ['facts'])
  const twin = adoptTwin(exchanges)
  const collector = new FactCollector([seeRefusals, seePages])
  for (const exchange of exchanges) collector.add({ exchange, twin: takeStep(twin, exchange).twin })
  const seen = collector.settings((name) => name.startsWith('limits.') || name === 'maximum_limit')
  return { ...known, ...seen, limits: { ...known.limits, ...seen.limits }, otherwise: [...otherwise] }
}
