import { describe, expect, it } from 'vitest'
import { answerControl } from '../adapters/control/serve.ts'
import { createEmulator } from '../adapters/create-emulator.ts'
import { handle } from './dispatch.ts'
import { instanceOf } from './instance-of.ts'
import type { WireRequest } from '../engine/kernel/wire.ts'

type Sent = Partial<WireRequest>

/** Every place in which a caller gives the name of a world, with the request that does. */
const doors: Readonly<Record<string, (name: string) => Sent>> = {
  path: (name) => ({ url: `/w/${name}/v1/users/me` }),
  header: (name) => ({ headers: ['X-Svc-World', name] }),
  'header of two layers': (name) => ({ headers: ['x-svc-world', name, 'x-svc-world', name] }),
  'header joined by a proxy': (name) => ({ headers: ['x-svc-world', `${name}, ${name}`] }),
  baggage: (name) => ({ headers: ['baggage', `user = a , svc-world = ${name} ;ttl=1,x=y`] }),
  'baggage in the second of two lines': (name) => ({ headers: ['baggage', 'user=a', 'baggage', `svc-world=${name}`] }),
  cookie: (name) => ({ headers: ['cookie', `theme=dark; svc_world=${name}`] }),
  'cookie in the second of two lines': (name) => ({ headers: ['cookie', 'a=1', 'cookie', `svc_world="${name}"; b=2`] }),
  PUT: (name) => ({ method: 'PUT', url: `/__emulator/worlds/${name}` }),
  POST: (name) => ({ method: 'POST', url: '/__emulator/worlds', body: new TextEncoder().encode(`{"name":"${name}"}`) }),
}

async function ask(sent: Sent): Promise<{ readonly status: number; readonly text: string }> {
  const emulator = createEmulator()
  const { site } = instanceOf(emulator)
  site.control = answerControl
  for (const name of ['mia', 'leo']) site.add(instanceOf(emulator).fork({}, site), { name })
  const headers = ['x-api-key', 'svc-key-ada-admin', ...(sent.headers ?? [])]
  const { status, body } = await handle(emulator, { method: 'GET', url: '/v1/users/me', body: null, ...sent, headers })
  return { status, text: String(body) }
}

describe.each(Object.entries(doors))('a name of a world by %s', (door, send) => {
  it.each([
    ['Mia', "'Mia' is no name of a world: expected 1 to 64 characters of a-z, 0-9 and -, such as 'mia'"],
    ['a_b', "'a_b' is no name of a world: expected 1 to 64 characters of a-z, 0-9 and -, such as 'a-b'"],
    [
      'x'.repeat(65),
      `is no name of a world: expected 1 to 64 characters of a-z, 0-9 and -, such as '${'x'.repeat(64)}'`,
    ],
  ])('refuses %s with one message', async (name, message) => {
    const { status, text } = await ask(send(name))
    expect([status >= 400, text]).toEqual([true, expect.stringContaining(message)])
  })

  it('takes a good one', async () => {
    // POST creates, so that its name must be a new one.
    expect((await ask(send(door === 'POST' ? 'zoe' : 'mia'))).status).toBeLessThan(300)
  })
})

it.each<[string, Sent]>([
  ['two lines of the header', { headers: ['x-svc-world', 'mia', 'x-svc-world', 'leo'] }],
  ['one line of the header', { headers: ['x-svc-world', 'mia, leo'] }],
  ['two members of baggage', { headers: ['baggage', 'svc-world=mia', 'baggage', 'svc-world=leo'] }],
  ['two cookies', { headers: ['cookie', 'svc_world=mia; svc_world=leo'] }],
  ['path and header', { url: '/w/mia/v1/users/me', headers: ['x-svc-world', 'leo'] }],
])('two names that differ are refused: %s', async (_, sent) => {
  const { status, text } = await ask(sent)
  expect([status, text]).toEqual([400, expect.stringMatching(/names two worlds: .*mia.*leo/)])
})
