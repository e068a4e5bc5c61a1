import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { runHere, serveHere } from '../../tests/helpers/cli/running.ts'
import { until } from '../../tests/helpers/until.ts'
import { describe, describeBegun } from './begun.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-kept-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ada = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const control = (url: string, path: string, init?: RequestInit) =>
  fetch(url.replace('/v1', `/__emulator${path}`), { headers: { 'content-type': 'application/json' }, ...init })

it('keeps worlds, their snapshots and the start between runs', async () => {
  const state = join(folder, 'state.json')
  const first = await serveHere('--state', state, '--seed', '9')
  await control(first.url, '/worlds/mia', { method: 'PUT', body: '{"idle":"14d"}' })
  await control(first.url, '/snapshots', { method: 'POST', body: '{"name":"base"}' })
  const mia = first.url.replace('/v1', '/w/mia/v1')
  await fetch(`${mia}/orgs`, { method: 'POST', headers: ada, body: '{"name":"Kept","alias":"kept"}' })
  first.stop()
  expect(await first.exit).toBe(0)
  const second = await serveHere('--state', state)
  expect(second.out).toMatch(/ {2}World {6}starter, seed 9,/)
  expect(second.out).toMatch(/ {2}State {6}\S+state\.json, saved at \S+Z, with 1 further world and 1 snapshot\n/)
  expect(second.out).toContain('  State      begun with fixtures starter, seed 9\n')
  const { worlds } = (await (await control(second.url, '/worlds')).json()) as { worlds: object[] }
  expect(worlds).toMatchObject([{ name: 'mia', requests: 1 }])
  const keptOrg = await fetch(`${second.url}/orgs/kept`, { headers: { ...ada, 'x-svc-world': 'mia' } })
  expect(keptOrg.status).toBe(200)
  expect(await (await control(second.url, '/reset', { method: 'POST' })).json()).toMatchObject({ scenario: 'starter' })
})

it('says that the state file was empty, and nothing of one that was not there', async () => {
  const state = join(folder, 'state.json')
  const first = await serveHere('--state', state)
  expect(first.out).not.toContain('  State ')
  first.stop()
  await first.exit
  await writeFile(state, '\n')
  const second = await serveHere('--state', state)
  expect(second.out).toContain(`  State      ${state} was empty: a new world begins, and is saved there\n`)
  second.stop()
  await second.exit
  expect(await readFile(state, 'utf8')).toContain('svc_emulator_state')
})

it.each<[string[], string]>([
  [['--seed', '9'], '--seed is 9'],
  [['--fixtures', 'large'], '--fixtures is large'],
  [['null-cursor'], "the scenario is 'null-cursor'"],
  [['--seed', '2', '--fixtures', 'large'], '--fixtures is large, and --seed is 2'],
])('refuses %j beside a state that began otherwise', async (flags, difference) => {
  const state = join(folder, 'state.json')
  const first = await serveHere('--state', state)
  first.stop()
  await first.exit
  const before = await readFile(state, 'utf8')
  const second = runHere(['start', '--port', '0', '--state', state, ...flags])
  expect(await second.exit).toBe(2)
  expect(second.err).toContain(
    `--state ${state} began with fixtures starter, seed 1, but ${difference}. Keep another start in another file (--state other.json), or go on from this one without keeping it (--from ${state}, which takes the settings that you like)`,
  )
  expect(await readFile(state, 'utf8')).toBe(before)
})

it.each([[['large']], [['starter', 'large']]])(
  'begins with large, which includes starter, for the fixtures %j',
  (fixtures) => {
    expect(describe(describeBegun({}, { fixtures }))).toBe('fixtures large, seed 1')
  },
)

it('obeys nine flags beside a state for one run, and keeps none of them', async () => {
  const state = join(folder, 'state.json')
  const start = ['null-cursor', '--fixtures', 'starter', '--seed', '1', '--state', state]
  const first = await serveHere(...start)
  await control(first.url, '/worlds/mia', { method: 'PUT', body: '{}' })
  first.stop()
  await first.exit
  const acting = ['--unspecified', 'warn', '--otherwise', 'A-38/1', '--broken', 'user.has-name']
  const more = [
    '--clock',
    'real',
    '--delay',
    '1ms',
    '--rate-limit',
    '100/s',
    '--chaos',
    'writes:0%',
    '--bounds',
    'worlds=1',
    '--cors',
    '--explain',
  ]
  const second = await serveHere(...start, ...acting, ...more)
  expect(second.out).toContain(
    '  State      for this run only: --unspecified, --otherwise, --broken, --clock, --delay, --rate-limit, --chaos, --bounds\n',
  )
  expect(second.out).toContain(', real clock at ')
  for (const world of ['main', 'mia']) {
    const headers = { ...ada, 'x-svc-world': world, origin: 'http://localhost:3000' }
    const me = await fetch(`${second.url}/users/me`, { headers })
    expect(JSON.stringify(await me.json())).not.toContain('"name"')
    expect([...me.headers.keys()]).toContain('access-control-allow-origin')
    const { settings } = (await (
      await control(second.url, '/settings', { headers: { 'x-svc-world': world } })
    ).json()) as { settings: object }
    expect(settings).toMatchObject({ unspecified: 'warn', broken: ['user.has-name'] })
    const { triggers } = (await (
      await control(second.url, '/triggers', { headers: { 'x-svc-world': world } })
    ).json()) as { triggers: object[] }
    expect(triggers.map((each) => (each as { name?: string }).name)).toEqual(
      expect.arrayContaining(['rate-limit', 'delay', 'delay-socket', 'chaos']),
    )
  }
  expect((await control(second.url, '/worlds/leo', { method: 'PUT', body: '{}' })).status).toBe(400)
  second.stop()
  await second.exit
  const third = await serveHere('--state', state)
  expect(third.out).toContain("  State      begun with the scenario 'null-cursor', fixtures starter, seed 1\n")
  expect(third.out).toContain(', virtual clock at ')
  expect(third.out).not.toContain('BROKEN')
  const { settings } = (await (await control(third.url, '/settings')).json()) as { settings: Record<string, unknown> }
  expect(settings).toMatchObject({ unspecified: 'allow', broken: [], statuses: {} })
  expect(await (await control(third.url, '/triggers')).text()).not.toContain('rate-limit')
})

it('loads an exported world, whose start is the one that the flags describe', async () => {
  const state = join(folder, 'state.json')
  await writeFile(state, JSON.stringify(createEmulator({ seed: 9 }).export()))
  const first = await serveHere('--state', state)
  expect(first.out).toContain('state.json, of one world\n')
  expect(first.out).toContain('  State      a reset goes back to this state: it does not tell how it began\n')
  first.stop()
  await first.exit
  const second = await serveHere('--state', state, 'null-cursor')
  expect(second.out).toContain(
    '  State      a reset goes back to the start of this command line: the state does not tell its own\n',
  )
  expect(await (await control(second.url, '/reset', { method: 'POST' })).json()).toMatchObject({
    scenario: 'null-cursor',
    seed: 9,
  })
  second.stop()
  await second.exit
  const other = runHere(['start', '--port', '0', '--state', state, '--seed', '1'])
  expect(await other.exit).toBe(2)
  expect(other.err).toContain("began with the scenario 'null-cursor', fixtures starter, seed 9, but --seed is 1.")
})

it('refuses a state whose scenario has changed in its file since', async () => {
  const [state, scenario] = [join(folder, 'state.json'), join(folder, 'mine.yaml')]
  const text = 'scenario: 1\nname: mine\nabout: Mine.\nworld:\n  settings:\n    node_ms: 7\n'
  await writeFile(scenario, text)
  const first = await serveHere(scenario, '--state', state)
  first.stop()
  await first.exit
  const again = await serveHere(scenario, '--state', state)
  again.stop()
  await again.exit
  await writeFile(scenario, text.replace('7', '8'))
  const changed = runHere(['start', '--port', '0', scenario, '--state', state])
  expect(await changed.exit).toBe(2)
  expect(changed.err).toContain("but the file of 'mine' has changed since.")
})

it('goes on where --watch began the world again with a changed file', async () => {
  const [state, scenario] = [join(folder, 'state.json'), join(folder, 'mine.yaml')]
  const text = 'scenario: 1\nname: mine\nabout: Mine.\nworld:\n  settings:\n    node_ms: 7\n'
  await writeFile(scenario, text)
  const flags = [scenario, '--state', state, '--unspecified', 'warn']
  const first = await serveHere(...flags, '--watch')
  await writeFile(scenario, text.replace('7', '8'))
  await until(() => expect(first.err).toContain('the world starts again'))
  first.stop()
  expect(await first.exit).toBe(0)
  const kept = JSON.parse(await readFile(state, 'utf8')) as { settings: object }
  expect(kept.settings).toMatchObject({ node_ms: 8, unspecified: 'allow' })
  const second = await serveHere(...flags)
  const { settings } = (await (await control(second.url, '/settings')).json()) as { settings: object }
  expect(settings).toMatchObject({ node_ms: 8, unspecified: 'warn' })
})

it.each<[string, object, string]>([
  ['worlds that are none', { server: { worlds: 3 } }, 'server.saved_at: missing'],
  ['a table that is none', { tables: { usrs: [] } }, 'unknown table'],
])('names the file with %s, and leaves it as it is', async (_name, part, message) => {
  const state = join(folder, 'state.json')
  const text = JSON.stringify({ ...createEmulator().export(), ...part })
  await writeFile(state, text)
  const refused = runHere(['start', '--port', '0', '--state', state])
  expect(await refused.exit).toBe(2)
  expect(refused.err).toMatch(new RegExp(`--state ${state}: [^]*${message}`))
  expect(await readFile(state, 'utf8')).toBe(text)
})
