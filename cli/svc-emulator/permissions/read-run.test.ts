import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { readRun } from './read-run.ts'

async function keep(): Promise<string> {
  const emulator = createEmulator({ trace: true })
  for (const path of ['/users/me', '/orgs/acme'])
    await emulator.fetch(`/v1${path}`, { headers: { 'x-api-key': 'svc-key-ada-read' } })
  const bundle = bundleOfRun(emulator, { name: 'run', about: 'A run.', problems: [] })
  const file = join(await mkdtemp(join(tmpdir(), 'svc-run-')), 'run.bundle.json')
  await writeFile(file, JSON.stringify(bundle))
  return file
}

it('reads which key each call of a bundle used', async () => {
  const { calls, notes } = await readRun(await keep(), undefined)
  expect(calls.map(({ findWorld, findCaller }) => findCaller(findWorld())?.cap)).toEqual(['read', 'read'])
  expect(notes).toEqual([])
})
