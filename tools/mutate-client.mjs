/**
 * `npm run mutate:client -- [flags of replay --mutate]`: plays the shipped scenarios of the client once for each sentence about it, with
 * an `svc` and an `svc-worker` that break it.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBreakableClient } from './build/breakable-client.mjs'

const folder = mkdtempSync(join(tmpdir(), 'svc-breakable-'))
try {
  const { client, worker } = await buildBreakableClient(folder)
  const flags = ['--mutate', '--client', client, '--worker', worker, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, ['dist/cli/svc-emulator.js', 'replay', 'scenarios/client', ...flags], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
