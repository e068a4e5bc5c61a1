/** A scenario or bundle as the text of a vitest test that replays it. */
import { shippedFixtures } from '../host/fixtures/shipped.ts'
import { selfContained } from './bundle.ts'
import type { LoadedScenario } from './loaded-scenario.ts'

/** The test holds the whole scenario and those of its fixtures that are not shipped: it needs no other file. */
export function asVitest(loaded: LoadedScenario): string {
  const { scenario, fixtures } = selfContained(loaded)
  const own = fixtures.filter(({ name }) => !Object.hasOwn(shippedFixtures(), name))
  const options = own.length === 0 ? '' : `, { fixtures: ${literal(own)} }`
  return `import { expect, test } from 'vitest'
import { loadScenario, replay } from 'svc-emulator/scenario'

const scenario = ${literal(scenario)}

test(${literal([scenario.name, scenario.about].filter(Boolean).join(': '))}, async () => {
  const result = await replay(await loadScenario(scenario${options}))
  const reasons = result.steps.flatMap((step) => (step.status === 'failed' ? step.reasons.map((reason) => \`step \${step.number}, \${step.title}: \${reason}\`) : []))
  expect([...reasons, ...result.problems]).toEqual([])
})
`
}

/** JSON as JavaScript, where a key `__proto__` would be no key, with what cannot be seen escaped. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
    .replace(
      /[\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
