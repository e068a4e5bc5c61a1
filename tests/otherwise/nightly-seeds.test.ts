import { expect, it } from 'vitest'
import { failuresBySeed } from './failures.ts'
import { documented } from './suites.ts'

it.each(Array.from({ length: 120 }, (_, n) => n + 41))(
  'a suite of documented behaviour alone is green on seed %i of `vary`',
  async (seed) => {
    expect(await failuresBySeed(documented, seed)).toEqual([])
  },
)
