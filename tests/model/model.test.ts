import { expect, it } from 'vitest'
import { units } from './answers.ts'
import { runModel } from './run.ts'

const STEPS = Number(process.env['MODEL_STEPS'] ?? 10_000)

it(`agrees with a plain model for ${STEPS.toLocaleString('en')} steps`, async () => {
  const { steps, refused, byUnit } = await runModel(STEPS, Number(process.env['MODEL_SEED'] ?? 1))
  expect(steps).toBeGreaterThanOrEqual(STEPS)
  // A run in which nothing is refused, or nothing but refused, would agree about little.
  expect(refused).toBeGreaterThan(STEPS / 10)
  expect(refused).toBeLessThan(STEPS * 0.9)
  expect([...byUnit.keys()].toSorted()).toEqual(units.toSorted())
})
