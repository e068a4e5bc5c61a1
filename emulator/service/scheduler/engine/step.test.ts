import { expect, it } from 'vitest'
import { step } from './step.ts'

it('fires when due, and is due again one period after it was due', () => {
  expect(step({ enabled: true, periodMs: 60_000 }, { dueMs: 5 })).toEqual({ fireAt: 5, nextAt: 60_005 })
})

it('does nothing, and waits for nothing, while it is switched off', () => {
  expect(step({ enabled: false, periodMs: 60_000 }, { dueMs: 5 })).toEqual({ fireAt: undefined, nextAt: undefined })
})
