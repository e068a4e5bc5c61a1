import { describe, expect, it } from 'vitest'
import { shrink } from '../../emulator/lab/index.ts'
import { yamlText } from '../../emulator/scenario/record/yaml-text.ts'
import { parseYaml } from '../../emulator/engine/checking/yaml-text.ts'
import { count, MORE, sum } from './count.ts'
import { planted } from './planted.ts'
import { loadScenario } from '../../emulator/scenario/index.ts'

describe('planted failures', () => {
  it.each(planted.map((each) => [each.mistake, each] as const))('of a client that %s', async (_, each) => {
    const { world, triggers = [], client, smallest } = each
    const scenario = await loadScenario({ scenario: 1, name: 'planted', world, triggers })
    const report = await shrink(client, { scenario })
    expect(report.notes).toEqual([])
    expect(report.from.records).toBeGreaterThan(400)
    expect(report.to.records, JSON.stringify(count(report.scenario))).toBeLessThanOrEqual(sum(smallest) + MORE)
    // Read from its text, it fails for the same reason, and is as small as it gets.
    const again = await shrink(client, {
      scenario: await loadScenario(parseYaml(yamlText(report.scenario, [])) as object),
    })
    expect(again.failure).toEqual(report.failure)
    expect(again.to).toEqual(report.to)
  })

  it('give the same bytes twice', async () => {
    const [{ world, client }] = planted as [(typeof planted)[0]]
    const texts: string[] = []
    for (let time = 0; time < 2; time++) {
      const scenario = await loadScenario({ scenario: 1, name: 'planted', world })
      texts.push(yamlText((await shrink(client, { scenario })).scenario, []))
    }
    expect(texts[0]).toBe(texts[1])
  })
})
