import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../tests/helpers/cases.ts'
import { isUuid } from '../../contract/uuid.ts'
import { Ids } from './ids.ts'

const seeds = fc.oneof(fc.constantFrom(0, 1, -1, 2 ** 31, Number.MAX_SAFE_INTEGER), fc.integer())

test('the draws of a seed are always the same, and go on where they were left', () => {
  fc.assert(
    fc.property(seeds, fc.nat(1000), (seed, drawn) => {
      const draw = (ids: Ids) => [ids.uuid(), ids.secret(), ids.chance(), ids.uuid()]
      const once = draw(new Ids(seed, { drawn }))
      const again = new Ids(seed, { drawn })
      expect(draw(again)).toEqual(once)
      const state = { drawn: 0 }
      const whole = new Ids(seed, state)
      while (state.drawn < drawn) whole.uuid()
      expect(draw(whole)).toEqual(once)
    }),
    cases(50),
  )
})

// States and recordings of earlier releases contain them.
test.each([
  [1, 0, 'd87477bd-c720-4da6-a88f-d5c392242a9e', 'svc-55f5e787f94b87610cd8b4c99fc99901c6bc5cca', 0.47569898678921163],
  [-5, 1, '21c58e3d-7fbd-4207-8e2e-9d9e3fa7fbce', 'svc-27f23225608c415b64cab78f932db0572a1f2f27', 0.3143277005292475],
  [
    42,
    2 ** 32 + 9,
    'aafbc6d1-78fa-45b2-bd49-0b91967cb6ce',
    'svc-20f58d807153920159eb4db8dcfbf294a51b551c',
    0.6996626348700374,
  ],
])('seed %i draws the same in every release, after %i draws', (seed, drawn, uuid, secret, chance) => {
  const ids = new Ids(seed, { drawn })
  expect([ids.uuid(), ids.secret(), ids.chance()]).toEqual([uuid, secret, chance])
})

test('each is one draw', () => {
  const state = { drawn: 5 }
  const ids = new Ids(1, state)
  const counts = [() => ids.uuid(), () => ids.secret(), () => ids.chance()].map((draw) => {
    draw()
    return state.drawn
  })
  expect(counts).toEqual([6, 7, 8])
})

test('ids are UUIDs of version 4, secrets say what they are, chances lie in [0, 1)', () => {
  fc.assert(
    fc.property(seeds, fc.nat(), (seed, drawn) => {
      const ids = new Ids(seed, { drawn })
      const uuid = ids.uuid()
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(isUuid(uuid)).toBe(true)
      expect(ids.secret()).toMatch(/^svc-[0-9a-f]{40}$/)
      const chance = ids.chance()
      expect(chance >= 0 && chance < 1).toBe(true)
    }),
  )
})

test('no id is drawn twice, no two seeds draw the same, and chances spread', () => {
  const seen = new Set<string>()
  let sum = 0
  for (const seed of [1, 2, 3, 1000]) {
    const ids = new Ids(seed, { drawn: 0 })
    for (let i = 0; i < 25_000; i++) {
      seen.add(ids.uuid())
      seen.add(ids.secret())
      sum += ids.chance()
    }
  }
  expect(seen.size).toBe(200_000)
  expect(Math.abs(sum / 100_000 - 0.5)).toBeLessThan(0.01)
})
