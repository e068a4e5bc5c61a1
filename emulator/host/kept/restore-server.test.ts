import { describe, expect, it } from 'vitest'
import type { EmulatorOptions } from '../emulator-options.ts'
import { createEmulator, type Emulator } from '../emulator.ts'
import { startFrom } from '../start.ts'
import { instanceOf } from '../instance-of.ts'
import { exportKept } from './export-kept.ts'
import { holdServer, serverText } from './keep-server.ts'
import { restoreServer } from './restore-server.ts'
import { RunOptions } from './run-options.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const ask = (emulator: Emulator, path: string, body?: object) =>
  emulator.fetch(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
const findSite = (emulator: Emulator) => instanceOf(emulator).site
const addWorld = (emulator: Emulator, name: string, seed?: number) =>
  void findSite(emulator).add(
    instanceOf(emulator).fork({ from: 'start', ...(seed !== undefined && { seed }) }, findSite(emulator)),
    { name },
  )

/** A new emulator whose options are not kept. */
function begin(options: EmulatorOptions = {}) {
  const emulator = createEmulator(options)
  const run = new RunOptions(options)
  const { host, start } = instanceOf(emulator)
  run.createdFrom(options, host.world, start.world)
  return { emulator, run }
}

type Kept = ReturnType<typeof begin>

function keep({ emulator, run }: Kept, now = 0): { svc_emulator_state: number; server: { worlds: object[] } } {
  const main = instanceOf(emulator)
  return JSON.parse(Array.from(serverText(main, holdServer(main), { now, begun: undefined, run })).join(''))
}

/** An emulator that goes on from what was kept. */
function goOn(state: object, options: EmulatorOptions = {}, now = 0): Kept {
  const { server: _server, ...own } = state as { server?: unknown }
  const emulator = createEmulator({ state: own, ...options })
  const run = new RunOptions(options)
  restoreServer(instanceOf(emulator), state, { run, now })
  return { emulator, run }
}

const exported = (emulator: Emulator) => ({
  main: emulator.export(),
  worlds: findSite(emulator)
    .worlds()
    .map(([name, { host }]) => [name, host.world.state.now, host.world.seed]),
})

describe('worlds that are kept', () => {
  it('come back with their names, records, snapshots and starts', async () => {
    const first = begin({ seed: 9 })
    const { emulator } = first
    addWorld(emulator, 'mia')
    addWorld(emulator, 'leo', 4)
    await ask(emulator, '/w/mia/v1/orgs', { name: 'Mia', alias: 'mias' })
    await ask(emulator, '/v1/orgs', { name: 'Main', alias: 'mains' })
    const mia = findSite(emulator).get('mia')!
    mia.snapshots.set('own', mia.host.world.snapshot())
    await ask(emulator, '/w/mia/v1/orgs', { name: 'Later', alias: 'later' })
    const { emulator: again } = goOn(keep(first))
    expect(exported(again)).toEqual(exported(emulator))
    const status = async (path: string) => (await ask(again, path)).status
    expect([await status('/w/mia/v1/orgs/mias'), await status('/w/mia/v1/orgs/mains')]).toEqual([200, 404])
    const back = findSite(again).get('mia')!
    back.restore(back.snapshots.get('own')!)
    expect([await status('/w/mia/v1/orgs/mias'), await status('/w/mia/v1/orgs/later')]).toEqual([200, 404])
    back.reset()
    again.reset()
    expect([await status('/w/mia/v1/orgs/mias'), await status('/v1/orgs/mains')]).toEqual([404, 404])
    expect(again.export()).toEqual(createEmulator({ seed: 9 }).export())
    expect(instanceOf(again).scenario).toBe('starter')
  })

  it('take some bytes each where nothing differs from their start', () => {
    const first = begin()
    for (let n = 0; n < 200; n++) addWorld(first.emulator, `test-${n}`)
    const { server } = keep(first)
    expect(server.worlds).toHaveLength(200)
    expect(JSON.stringify(server).length).toBeLessThan(40_000)
    const again = keep(goOn(keep(first)))
    expect(JSON.stringify(again.server).length).toBe(JSON.stringify(server).length)
  })

  it('go on as they would have, also in what is drawn under vary', async () => {
    const first = begin({ settings: { unspecified: 'vary' } })
    addWorld(first.emulator, 'mia')
    const asked = ['/w/mia/v1/orgs/acme', '/w/mia/v1/users/me', '/v1/users/me', '/v1/orgs/nobody']
    for (const path of asked) await ask(first.emulator, path)
    const { emulator } = goOn(keep(first), { settings: { unspecified: 'vary' } })
    const answers = async (each: Emulator) => {
      const texts: string[] = []
      for (const path of asked) texts.push(await (await ask(each, path)).text())
      return texts
    }
    expect(await answers(emulator)).toEqual(await answers(first.emulator))
  })

  it('are idle for as long as a server ran, and keep when they were used', () => {
    const first = begin()
    let time = 1_000
    findSite(first.emulator).real = { now: () => time }
    const site = findSite(first.emulator)
    site.add(instanceOf(first.emulator).fork({}, site), { name: 'mia', idle: 500 })
    site.use('mia', false)
    time = 1_400
    const state = keep(first, time)
    time = 1_000_000
    const { emulator } = goOn(state, {}, time)
    const again = findSite(emulator)
    again.real = { now: () => time }
    expect(again.findUse('mia')).toEqual({ requests: 1, last_used_at: '1970-01-01T00:00:01.000Z' })
    time += 100
    expect(again.get('mia')).toBeDefined()
    time += 1
    expect(again.get('mia')).toBeUndefined()
  })

  it('give no name twice', () => {
    const first = begin()
    const site = findSite(first.emulator)
    const fork = () => instanceOf(first.emulator).fork({}, site)
    site.add(fork())
    site.delete(site.add(fork()))
    const { emulator } = goOn(keep(first))
    expect(findSite(emulator).add(instanceOf(emulator).fork({}, findSite(emulator)))).toBe('w3')
  })

  it('have the start to which their world was switched, and their first one', () => {
    const first = begin()
    const main = instanceOf(first.emulator)
    main.switchTo(startFrom({ fixtures: ['large'] }))
    const again = instanceOf(goOn(keep(first)).emulator)
    expect([again.scenario, again.firstStart.scenario]).toEqual(['large', 'starter'])
    expect(again.start.world?.fixtures.map(({ name }) => name)).toEqual(['starter', 'large'])
  })
})

describe('options of a run', () => {
  const options: EmulatorOptions = {
    settings: { unspecified: 'warn', limits: { orgs_per_user: 3 } },
    broken: ['user.has-name'],
    delay: '1ms',
    rateLimit: '100/s',
  }

  it('are not kept', () => {
    const first = begin(options)
    addWorld(first.emulator, 'mia')
    const plain = begin()
    addWorld(plain.emulator, 'mia')
    const { triggers, ...kept } = keep(first) as ReturnType<typeof keep> & { triggers: { entries: unknown[] } }
    const { triggers: _triggers, ...expected } = keep(plain) as typeof kept & { triggers: unknown }
    expect(kept).toEqual(expected)
    expect(triggers.entries).toEqual([])
  })

  it('act on each loaded world, its snapshots and its start, and are not kept then either', async () => {
    const first = begin({ settings: { node_ms: 7 } })
    addWorld(first.emulator, 'mia')
    instanceOf(first.emulator).snapshots.set('own', first.emulator.snapshot())
    const state = keep(first)
    const second = goOn(state, options)
    const main = instanceOf(second.emulator)
    const worlds = [main, findSite(second.emulator).get('mia')!, main.fork({ from: 'start' })]
    for (const { host } of worlds) {
      expect(host.world.settings).toMatchObject({ unspecified: 'warn', broken: ['user.has-name'] })
      expect(host.world.settings.limits.orgs_per_user).toBe(3)
      expect(host.world.state.triggers.entries).toHaveLength(3)
    }
    main.restore(main.snapshots.get('own')!)
    expect(main.host.world.settings.unspecified).toBe('warn')
    expect(keep(second)).toEqual(state)
  })

  it('leave what is changed meanwhile', async () => {
    const second = goOn(keep(begin()), options)
    const { host } = instanceOf(second.emulator)
    host.world.settings = { ...host.world.settings, unspecified: 'refuse', node_ms: 9 }
    second.emulator.triggers.add({ name: 'own', when: { endpoint: '*' }, do: [{ delay: '1s' }] })
    const kept = keep(second) as object as { settings: object; triggers: { entries: { trigger: object }[] } }
    expect(kept.settings).toMatchObject({ unspecified: 'refuse', node_ms: 9, broken: [] })
    expect(kept.triggers.entries.map(({ trigger }) => trigger)).toMatchObject([{ name: 'own' }])
  })
})

it('names what is wrong with a world, by its place', () => {
  const first = begin()
  addWorld(first.emulator, 'mia')
  const state = keep(first) as object as { server: { worlds: Record<string, unknown>[] } }
  const failing = (change: Record<string, unknown>) => () => {
    const [world] = state.server.worlds
    goOn({ ...state, server: { ...state.server, worlds: [{ ...world, ...change }] } })
  }
  const wrong = { ...createEmulator().export(), tables: { usrs: [] } }
  const documents = [wrong]
  expect(() => goOn({ ...state, server: { ...state.server, documents } })).toThrow(
    'server.documents[0].tables.usrs: unknown table',
  )
  expect(failing({ document: 3 })).toThrow('server.worlds.mia.document: there is no document 3: the file has 1')
  expect(failing({ start: 3 })).toThrow('server.worlds.mia.start: there is no start 3: the file has 1')
  expect(failing({ name: 'main' })).toThrow("name: 'main' is the world that answers requests which name none")
  expect(failing({ nme: 1 })).toThrow('nme')
})

it('gives one of the worlds as a state of its own', async () => {
  const first = begin()
  addWorld(first.emulator, 'mia')
  await ask(first.emulator, '/w/mia/v1/orgs', { name: 'Mia', alias: 'mias' })
  const { emulator } = { emulator: createEmulator({ state: exportKept(keep(first), 'mia', 's.json') }) }
  expect(emulator.world.orgs.get('mias')).toBeDefined()
  expect(() => exportKept(keep(first), 'mai', 's.json')).toThrow(
    "s.json: there is no world 'mai' in it, did you mean 'mia'?",
  )
})

it('says what an emulator of one world leaves out', () => {
  const first = begin()
  addWorld(first.emulator, 'mia')
  instanceOf(first.emulator).snapshots.set('own', first.emulator.snapshot())
  const lines: string[] = []
  createEmulator({ state: keep(first), warn: (line) => void lines.push(line) })
  expect(lines).toEqual([
    'the state holds 1 further world and 1 snapshot beside its main world, which are left out here',
  ])
})
