import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../../../emulator/adapters/node/server.ts'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import type { Program } from '../../shared/command.ts'
import { diff } from '../diff.ts'
import { svcEmulator } from '../program.ts'

const program: Program = { ...svcEmulator, commands: [diff] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-diff-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the bundle of a run that asks for a user, then so often for an organization. */
async function writeRun(name: string, orgs: number): Promise<string> {
  const emulator = createEmulator({ seed: orgs })
  const headers = { 'X-API-Key': 'svc-key-ada-admin' }
  await emulator.fetch('/v1/users/me', { headers })
  for (let time = 0; time < orgs; time++) await emulator.fetch('/v1/orgs/acme', { headers })
  const file = join(folder, `${name}.bundle.json`)
  writeFileSync(file, JSON.stringify(bundleOfRun(emulator, { name, about: 'A run.', problems: [] })))
  return file
}

it('names the first request in which two runs differ', async () => {
  const [good, bad] = [await writeRun('good', 1), await writeRun('bad', 2)]
  const call = (...argv: string[]) => run(program, ['diff', '--requests', ...argv], folder)
  expect(await call(good, bad)).toMatchObject({
    exit: 0,
    stdout: 'The same until entry 3: then GET /orgs/acme twice instead of once.\n2 requests the same, of 2 and 3\n',
  })
  expect((await call(bad, good)).stdout).toContain(
    'The same until entry 3 of the first run: then GET /orgs/acme once instead of twice.\n',
  )
  expect(await call(good, good, '--exit-code')).toMatchObject({
    exit: 0,
    stdout: 'no difference: 2 requests the same, of 2 and 2\n',
  })
  expect((await call(good, bad, '--exit-code')).exit).toBe(1)
  expect(JSON.parse((await call(good, bad, '--reporter', 'json')).stdout)).toEqual({
    same: 2,
    requests: [2, 3],
    difference: { entries: [null, 3], what: 'GET /orgs/acme twice instead of once' },
  })
  const server = await startServer()
  await fetch(`${server.url}/users/me`, { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect((await call(good, server.url)).stdout).toContain('1 request the same, of 2 and 1\n')
  await server.close()
  expect((await call(good, server.url)).stderr).toContain(`${server.url}: no emulator answers there`)
  const state = join(folder, 'state.json')
  writeFileSync(state, JSON.stringify(createEmulator().export()))
  expect((await call(state, good)).stderr).toContain('state.json is not a bundle: npx svc-emulator replay')
})
