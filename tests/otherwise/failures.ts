import { createEmulator, type EmulatorOptions } from '../../emulator/index.ts'
import { Api } from '../conformance/api.ts'
import type { ClientTest } from './suites.ts'

/** Tests that fail in a world with these options, each with the reason. */
export async function failures(
  tests: Readonly<Record<string, ClientTest>>,
  options: EmulatorOptions,
): Promise<string[]> {
  const base = createEmulator({ ...options, journal: false })
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
      failed.push(`${name}: ${String(error)}`),
    )
  }
  return failed
}

/** Tests that fail in a world of `vary`. */
export async function failuresBySeed(tests: Readonly<Record<string, ClientTest>>, seed: number): Promise<string[]> {
  const failed = await failures(tests, { seed, settings: { unspecified: 'vary' } })
  return failed.map((text) => `seed ${seed}: ${text}`)
}
