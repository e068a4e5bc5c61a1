/** A scenario or bundle as the text of a vitest test that replays it. */
import { toJavaScript } from '../engine/checking/javascript-text.ts'
import { shippedFixtures } from '../host/fixtures/shipped.ts'
import { selfContained } from './bundle.ts'
import type { LoadedScenario } from './loaded-scenario.ts'

/** The test holds the whole scenario and those of its fixtures that are not shipped: it needs no other file. */
export function asVitest(loaded: LoadedScenario): string {
  const { scenario, fixtures } = selfContained(loaded)
  const own = fixtures.filter(({ name }) => !Object.hasOwn(shippedFixtures(), name))
  const options = own.length === 0 ? '' : `, { fixtures: ${toJavaScript(own, 2)} }`
  return `import { expect, test } from 'vitest'
import { loadScenario, replay } from 'svc-emulator/scenario'

const scenario = ${toJavaScript(scenario, 2)}

test(${toJavaScript([scenario.name, scenario.about].filter(Boolean).join(': '))}, async () => {
  const result = await replay(await loadScenario(scenario${options}))
  const reasons = result.steps.flatMap((step) => (step.status === 'failed' ? step.reasons.map((reason) => \`step \${step.number}, \${step.title}: \${reason}\`) : []))
  expect([...reasons, ...result.problems]).toEqual([])
})
`
}
