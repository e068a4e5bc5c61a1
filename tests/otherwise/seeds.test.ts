import { expect, it } from 'vitest'
import { alternatives } from '../../emulator/contract/variants.ts'
import { createEmulator } from '../../emulator/index.ts'
import { Api } from '../conformance/api.ts'
import { failures, failuresBySeed } from './failures.ts'
import { documented, guesses } from './suites.ts'

const seeds = Array.from({ length: 40 }, (_, n) => n + 1)

it('a suite of documented behaviour alone is green on 40 seeds of `vary`', async () => {
  expect((await Promise.all(seeds.map((seed) => failuresBySeed(documented, seed)))).flat()).toEqual([])
})

it.each(alternatives.map(({ id, says }) => [id, says]))('it is green under %s: %s', async (id) => {
  expect(await failures(documented, { settings: { otherwise: [id] } })).toEqual([])
})

it('a suite of guesses is red on most seeds, each rule on some', async () => {
  const found = await Promise.all(seeds.map((seed) => failuresBySeed(guesses, seed)))
  expect(found.filter((failed) => failed.length > 0).length).toBeGreaterThanOrEqual(30)
  const red = new Set(found.flat().map((text) => text.split(': ')[1]))
  expect(Object.keys(guesses).filter((name) => !red.has(name))).toEqual([])
})

it('a suite of guesses is green where nothing is decided otherwise', async () => {
  const emulator = createEmulator({ journal: false })
  const { world } = emulator
  expect(world.users.get('old-bot')).toBeDefined()
  const needsMore = new Set(['keys of the retired', 'order of 409s'])
  for (const [name, test] of Object.entries(guesses)) {
    const fork = emulator.fork()
    if (!needsMore.has(name)) await test(new Api('http://emulator/v1', (request) => fork.fetch(request)))
  }
})
