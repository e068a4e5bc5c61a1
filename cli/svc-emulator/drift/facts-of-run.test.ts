import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { startServer, type RunningServer } from '../../../emulator/adapters/node/server.ts'
import { loadFacts } from '../../../emulator/scenario/facts-file.ts'
import { drift } from '../drift.ts'
import { svcEmulator } from '../program.ts'

let server: RunningServer
let folder: string
beforeEach(async () => {
  const settings = { statuses: { user_not_found: 410 }, default_limit: 20, operation_ms: 50, node_ms: 10 }
  server = await startServer({ clock: 'real', settings })
  folder = await mkdtemp(join(tmpdir(), 'svc-drift-'))
})
afterEach(() => server.close())

const call = (...argv: string[]) =>
  run({ ...svcEmulator, commands: [drift] }, ['drift', '--target', server.url, '--rate', '9999/s', ...argv], folder, {
    env: { ...process.env, SVC_API_KEY: 'svc-key-ada-admin' } as Record<string, string>,
  })

it('writes what was seen, and keeps what was known before', async () => {
  const file = join(folder, 'facts.yaml')
  const known = {
    assumption: 'A-45',
    about: 'status of POST /orgs',
    observed: 201,
    assumed: 200,
    on: '2026-01-01',
    exchange: 'x',
  }
  const earlier = JSON.stringify({ facts: 1, observations: [{ ...known, about: 'something else' }] })
  await writeFile(file, earlier)
  const suite = join(folder, 'suite.mjs')
  await writeFile(
    suite,
    `const headers = { 'x-api-key': process.env.SVC_API_KEY }
for (const name of ['me', 'nobody']) await fetch(process.env.SVC_API_URL + '/users/' + name, { headers })`,
  )
  const { exit, stdout, stderr } = await call(
    '--only',
    'users.limits.self',
    '--probes',
    '--facts',
    file,
    '--',
    process.execPath,
    suite,
  )
  expect([exit, stdout]).toEqual([0, expect.stringContaining('statuses.user_not_found is 410, assumed 404')])
  expect(stderr).toContain(`facts to ${file}`)
  expect(`${stdout}${stderr}${await readFile(file, 'utf8')}`).not.toContain('svc-key-ada-admin')
  const { observations, target } = await loadFacts(file)
  expect(target).toBe(server.url)
  expect(observations).toContainEqual(expect.objectContaining({ about: 'something else', on: '2026-01-01' }))
  expect(observations).toContainEqual(expect.objectContaining({ setting: 'statuses.user_not_found', observed: 410 }))
})

it('refuses files that are wrong before anything is asked', async () => {
  const file = join(folder, 'facts.yaml')
  await writeFile(file, 'facts: 2\nobservations: []\n')
  expect(await call('--facts', file)).toMatchObject({ exit: 2, stderr: expect.stringContaining('facts: expected 1') })
  expect(await call('--from', join(folder, 'nothing.har'))).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('there is no file'),
  })
  expect(await call('--read-only', '--', 'true')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('--read-only is about what the run asks'),
  })
})
