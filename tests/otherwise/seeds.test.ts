import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { Api } from '../conformance/api.ts'
import { documented, guesses, type ClientTest } from './suites.ts'

const seeds = Array.from({ length: 40 }, (_, n) => n + 1)

/** Names of the tests that fail in a world of `vary`, each with the reason. */
async function failures(tests: Readonly<Record<string, ClientTest>>, seed: number): Promise<string[]> {
  const base = createEmulator({ seed, settings: { unspecified: 'vary' }, journal: false })
  const { world } = base
  const { id: bot } = world.users.get('old-bot')!
  world.api_keys.insert({
    key: 'svc-key-old',
    user: bot,
    target: 'user',
    target_id: bot,
    role: 'read',
    created_by: 'ada',
  } as never)
  const blob = world.blobs.get('arriving')!.id
  const id = '00000000-0000-4000-8000-0000000000f1'
  world.revisions.insert({ id, blob_id: blob, phase: 'draft', status: 'ready' } as never)
  const failed: string[] = []
  for (const [name, test] of Object.entries(tests)) {
    const fork = base.fork()
    await test(new Api('http://emulator/v1', (request) => fork.fetch(request))).catch((error: unknown) =>
      failed.push(`seed ${seed}: ${name}: ${String(error)}`),
    )
  }
  return failed
}

it('a suite of documented behaviour alone is green on 40 seeds of `vary`', async () => {
  expect((await Promise.all(seeds.map((seed) => failures(documented, seed)))).flat()).toEqual([])
})

it('a suite of guesses is red on most seeds, each rule on some', async () => {
  const found = await Promise.all(seeds.map((seed) => failures(guesses, seed)))
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
