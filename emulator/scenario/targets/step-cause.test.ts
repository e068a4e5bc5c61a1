import { expect, it } from 'vitest'
import { findAdvanceCause } from './step-cause.ts'

it('tells a duration as a scenario writes it', () => {
  expect(findAdvanceCause(5_400_000, 'step 2 of orders.yaml')?.did).toBe('step 2 of orders.yaml: advance 1h30m')
})
