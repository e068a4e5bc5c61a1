import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { runHere, serveHere } from '../../tests/helpers/cli/running.ts'
import { svcEmulator } from './program.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-from-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const json = { 'content-type': 'application/json' }
const org = (alias: string) => ({ method: 'POST', headers: ada, body: JSON.stringify({ name: alias, alias }) })
const file = (name: string) => join(folder, name)

/** A file of `--state` with a world `mia`, a snapshot, and an organization in each. */
async function keep(): Promise<string> {
  const first = await serveHere('--state', file('s.json'))
  const root = first.url.replace('/v1', '')
  await fetch(`${root}/__emulator/worlds/mia`, { method: 'PUT', headers: json, body: '{}' })
  await fetch(`${root}/w/mia/v1/orgs`, org('mias'))
  await fetch(`${root}/__emulator/snapshots`, { method: 'POST', headers: json, body: '{"name":"empty"}' })
  await fetch(`${root}/v1/orgs`, org('mains'))
  const snapshot = await fetch(`${root}/__emulator/snapshots/empty`)
  await writeFile(file('snapshot.json'), await snapshot.text())
  first.stop()
  await first.exit
  return file('s.json')
}

it('begins with one world of a state, says what it leaves out, and writes nothing back', async () => {
  const state = await keep()
  const before = await readFile(state, 'utf8')
  const statuses = async (from: string) => {
    const server = await serveHere('--from', from, '--unspecified', 'warn')
    const found = await Promise.all(
      ['mains', 'mias'].map(async (alias) => (await fetch(`${server.url}/orgs/${alias}`, { headers: ada })).status),
    )
    await fetch(`${server.url}/orgs`, org('later'))
    server.stop()
    await server.exit
    return { found, err: server.err }
  }
  const main = await statuses(state)
  expect(main.found).toEqual([200, 404])
  expect(main.err).toContain(
    'the state holds 1 further world and 1 snapshot beside its main world, which are left out here',
  )
  expect((await statuses(`${state}#mia`)).found).toEqual([404, 200])
  expect((await statuses(file('snapshot.json'))).found).toEqual([404, 404])
  expect(await readFile(state, 'utf8')).toBe(before)
})

it('begins with a fixture, and keeps it in another file', async () => {
  await writeFile(file('team.yaml'), 'fixture: 1\nname: team\nrecords:\n  users:\n    - alias: zoe\n')
  const start = ['--from', file('team.yaml'), '--state', file('kept.json')]
  const first = await serveHere(...start, '--seed', '3')
  expect(first.out).toContain('seed 3')
  first.stop()
  await first.exit
  const second = await serveHere(...start)
  expect(second.out).toContain(`  State      begun with --from ${file('team.yaml')}, fixtures team, seed 3\n`)
})

it('begins with a scenario, its triggers included', async () => {
  const triggers = [{ when: { endpoint: 'GET /users/me' }, do: { fail: { status: 503 } } }]
  await writeFile(file('busy.yaml'), JSON.stringify({ scenario: 1, name: 'busy', triggers }))
  const server = await serveHere('--from', file('busy.yaml'), '--seed', '3')
  expect((await fetch(`${server.url}/users/me`, { headers: ada })).status).toBe(503)
  server.stop()
  await server.exit
  expect(server.out).toContain('seed 3')
})

it('keeps what it began with from a state in another file', async () => {
  const start = ['--from', await keep(), '--state', file('kept.json')]
  for (const alias of ['one', 'two']) {
    const server = await serveHere(...start)
    expect((await fetch(`${server.url}/orgs/mains`, { headers: ada })).status).toBe(200)
    expect((await fetch(`${server.url}/orgs`, org(alias))).status).toBe(200)
    server.stop()
    expect(await server.exit).toBe(0)
  }
  const { tables } = JSON.parse(await readFile(file('kept.json'), 'utf8')) as { tables: { orgs: object[] } }
  expect(JSON.stringify(tables.orgs)).toMatch(/mains.*one.*two/)
})

it.each<[string, object, string[], string]>([
  ['a seed', createEmulator().export(), ['--seed', '2'], 'says how the world begins: leave out --seed, or --from'],
  ['fixtures', createEmulator().export(), ['--fixtures', 'large'], 'leave out --fixtures, or --from'],
  ['a scenario', createEmulator().export(), ['null-cursor'], 'leave out a scenario, or --from'],
  ['a scenario', { scenario: 1, name: 'mine' }, ['null-cursor'], 'leave out a scenario, or --from'],
  ['nothing', { name: 'app', version: '1' }, [], 'expected an exported state, a bundle, a scenario or a fixture\n'],
  ['nothing', { scenaro: 1, name: 'mine' }, [], "a scenario or a fixture, did you mean 'scenario'?"],
  ['nothing', { facts: 1 }, [], 'a scenario or a fixture, got a facts file without a state'],
])('refuses --from beside %s, with %#', async (_name, document, flags, message) => {
  await writeFile(file('from.json'), JSON.stringify(document))
  const result = runHere(['start', '--port', '0', '--from', file('from.json'), ...flags])
  expect(await result.exit).toBe(2)
  expect(result.err).toContain(message)
})

it('is the flag that a state among the fixtures belongs to', async () => {
  await writeFile(file('export.json'), JSON.stringify(createEmulator().export()))
  const result = runHere(['start', '--port', '0', '--fixtures', file('export.json')])
  expect(await result.exit).toBe(2)
  expect(result.err).toContain('this is an exported state, expected a fixture: npx svc-emulator start --from takes it')
})

it('names a world of a state for diff, too, which says what it leaves out', async () => {
  const state = await keep()
  const both = await run(svcEmulator, ['diff', state, `${state}#mia`], folder)
  expect(both.stdout).toContain(`name: "mains" -> "mias"`)
  expect(both.stderr).toContain('s.json: the state holds 1 further world and 1 snapshot beside its main world')
  const unknown = await run(svcEmulator, ['diff', state, `${state}#mai`], folder)
  expect(unknown.stderr).toContain("there is no world 'mai' in it, did you mean 'mia'?")
})
