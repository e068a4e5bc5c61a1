import { describe, expect, it } from 'vitest'
import { controlOf } from '../../tests/helpers/control.ts'
import { createEmulator } from '../adapters/create-emulator.ts'
import type { Emulator } from './emulator.ts'
import { handle } from './dispatch.ts'
import { instanceOf } from './instance-of.ts'
import { nameAnyWay, worldWays } from './world-names.ts'

const KEY = 'svc-key-ada-admin'

/** An emulator with the worlds `mia` and `tom`, in which Ada has the name of the world. */
function served(): Emulator {
  const { emulator } = controlOf()
  const main = instanceOf(emulator)
  for (const name of ['mia', 'tom']) {
    const world = main.fork({}, main.site)
    world.host.world.users.update(world.host.world.users.with('alias', 'ada')!.id, { name })
    main.site.add(world, { name })
  }
  return emulator
}

interface Answer {
  readonly status: number
  readonly body: { readonly user?: { readonly name: string }; readonly error?: string; readonly message?: string }
}

async function me(emulator: Emulator, headers: Record<string, string>, path = '/v1/users/me'): Promise<Answer> {
  const answer = await emulator.fetch(path, { headers: { 'x-api-key': KEY, ...headers } })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

describe('a request names its world', () => {
  it.each<[string, Record<string, string>, string, string?]>([
    ['by path', {}, 'mia', '/w/mia/v1/users/me'],
    ['by header', { 'x-svc-world': 'mia' }, 'mia'],
    ['by baggage', { baggage: 'tenant=7;x=1, svc-world=mia;ttl=5, other=2' }, 'mia'],
    ['by cookie', { cookie: 'a=1; svc_world=tom; b=2' }, 'tom'],
    ['not at all', {}, 'Ada'],
    ['main', { 'x-svc-world': 'main' }, 'Ada'],
    ['twice alike', { 'x-svc-world': 'mia' }, 'mia', '/w/mia/v1/users/me'],
    ['by baggage with spaces', { baggage: 'user = a%2Cb , svc-world = mia' }, 'mia'],
    ['by a cookie in quotes, as of Java', { cookie: '$Version="1"; svc_world="mia";$Path="/"' }, 'mia'],
    ['on purpose, whatever travels with it', { 'x-svc-world': 'mia', baggage: 'svc-world=tom' }, 'mia'],
    ['by baggage before a cookie', { baggage: 'svc-world=tom', cookie: 'svc_world=mia' }, 'tom'],
  ])('%s', async (_, headers, name, path) => {
    expect((await me(served(), headers, path)).body.user?.name).toBe(name)
  })

  it('a note of the journal says what yielded', async () => {
    const emulator = served()
    await me(emulator, { 'x-svc-world': 'mia', cookie: 'svc_world=tom' })
    const [entry] = instanceOf(emulator).site.get('mia')!.journal!.entries()
    expect(entry).toMatchObject({
      notes: ['the cookie svc_world: tom names another world, and yields to x-svc-world: mia'],
    })
    expect(emulator.journal.entries()).toEqual([])
  })

  it.each<[string, Record<string, string>, string | undefined, number, string, string]>([
    [
      'path and header that differ',
      { 'x-svc-world': 'mia' },
      '/w/tom/v1/users/me',
      400,
      'world_ambiguous',
      'The request names two worlds: /w/tom, and x-svc-world: mia.',
    ],
    [
      'an unknown one',
      { 'x-svc-world': 'mai' },
      undefined,
      404,
      'world_not_found',
      "There is no world 'mai' on this server (x-svc-world: mai), did you mean 'mia'? PUT /__emulator/worlds/mai begins one.",
    ],
    [
      'an unknown one that travels with it',
      { baggage: 'svc-world=nobody' },
      undefined,
      404,
      'world_not_found',
      "There is no world 'nobody' on this server (baggage: svc-world=nobody). PUT /__emulator/worlds/nobody begins one.",
    ],
    [
      'what is no name',
      { 'x-svc-world': 'Mia!' },
      undefined,
      404,
      'world_not_found',
      "'Mia!' is no name of a world: expected 1 to 64 characters of a-z, 0-9 and -, such as 'mia' (x-svc-world: Mia!).",
    ],
  ])('refuses %s', async (_, headers, path, status, error, message) => {
    expect(await me(served(), headers, path)).toEqual({ status, body: { status: 'failure', error, message } })
  })
})

it('says of a world that has ended that the request came too late', async () => {
  const emulator = served()
  const main = instanceOf(emulator)
  const id = main.site.add(main.fork({ from: 'start' }, main.site))
  expect(await me(emulator, { 'x-svc-world': id })).toMatchObject({ status: 200 })
  main.site.delete(id)
  expect(await me(emulator, { 'x-svc-world': id })).toMatchObject({
    status: 404,
    body: {
      error: 'world_not_found',
      message: `The world '${id}' has ended. This request came after its test (is an await missing?) or after its idle time.`,
    },
  })
  const ofTest = main.site.add(main.fork({ from: 'start' }, main.site))
  main.site.delete(ofTest, 'orgs > lists all')
  expect(await me(emulator, { 'x-svc-world': ofTest })).toMatchObject({
    body: {
      message: `The test 'orgs > lists all' has ended, and its world '${ofTest}' with it: is an await missing in the test?`,
    },
  })
  expect(await me(emulator, { 'x-svc-world': 'w99' })).toMatchObject({
    body: { message: expect.stringContaining("There is no world 'w99'") as string },
  })
})

describe('a server that requires a world', () => {
  const required = (): Emulator => {
    const emulator = served()
    instanceOf(emulator).site.naming = { ...nameAnyWay, unnamed: 'refused' }
    return emulator
  }

  it('refuses what names none, with the four ways', async () => {
    const { status, body } = await me(required(), {})
    expect([status, body.error]).toEqual([400, 'world_required'])
    expect(body.message).toBe(
      'The request names no world, and this server requires one: a path below /w/NAME, the header x-svc-world: NAME, baggage: svc-world=NAME, or the cookie svc_world=NAME.',
    )
  })

  it('answers what names one, preflights and the control API', async () => {
    const emulator = required()
    expect((await me(emulator, { 'x-svc-world': 'main' })).body.user?.name).toBe('Ada')
    expect((await emulator.fetch('/v1/users/me', { method: 'OPTIONS' })).status).toBe(204)
    expect((await emulator.fetch('/__emulator/health')).status).toBe(200)
  })
})

it('a server may begin worlds as they are named', async () => {
  const emulator = served()
  const { site } = instanceOf(emulator)
  site.naming = { ...nameAnyWay, unknown: 'begins' }
  emulator.world.users.update('ada', { name: 'Later' })
  expect((await me(emulator, { 'x-svc-world': 'new' })).body.user?.name).toBe('Ada')
  expect(site.worlds().map(([name]) => name)).toEqual(['mia', 'tom', 'new'])
  expect((await me(emulator, { 'x-svc-world': 'No Name' })).status).toBe(404)
})

it.each([
  { origin: 'https://evil.example', host: 'localhost:4010' },
  { 'sec-fetch-site': 'cross-site', host: 'localhost:4010' },
])('a page of another site begins no world: %j', async (headers) => {
  const emulator = served()
  const { site } = instanceOf(emulator)
  site.naming = { ...nameAnyWay, unknown: 'begins' }
  const sent = { method: 'GET', url: '/w/new/v1/users/me', headers: Object.entries(headers).flat(), body: null }
  expect((await handle(emulator, sent)).status).toBe(404)
  expect(site.worlds().map(([name]) => name)).toEqual(['mia', 'tom'])
})

it('a way that is left out is a line of the log, and names nothing', async () => {
  const lines: string[] = []
  const emulator = createEmulator({ warn: (line) => lines.push(line) })
  const { site } = instanceOf(emulator)
  site.naming = { ...nameAnyWay, from: worldWays.filter((way) => way !== 'cookie') }
  expect((await me(emulator, { cookie: 'svc_world=mia' })).body.user?.name).toBe('Ada')
  expect(lines).toEqual([
    'GET /v1/users/me names a world by cookie, which --world-from leaves out: the request is handled without the name',
  ])
})

it('a call of the control API is for the world of its header, and not about the worlds', async () => {
  const emulator = served()
  const control = async (path: string, headers: Record<string, string>) =>
    (await emulator.fetch(`/__emulator${path}`, { headers })).json()
  const named = { 'x-svc-world': 'mia' }
  const { record } = (await control('/state/users/ada', named)) as { record: { name: string } }
  expect(record.name).toBe('mia')
  expect(await control('/worlds', { 'x-svc-world': 'nobody' })).toMatchObject({
    worlds: [{ name: 'mia' }, { name: 'tom' }],
  })
  expect(await control('/state/users/ada', { cookie: 'svc_world=mia' })).toMatchObject({ record: { name: 'Ada' } })
})
