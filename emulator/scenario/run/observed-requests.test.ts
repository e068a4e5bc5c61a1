import { expect, it } from 'vitest'
import type { RunExpect } from '../../engine/matching/schema-expect.ts'
import { differenceText } from '../../engine/matching/difference-text.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import type { EmulatorOptions } from '../../host/emulator-options.ts'
import { startServer } from '../../adapters/node/server.ts'
import { loadScenario } from '../index.ts'
import { InProcessTarget } from '../targets/in-process.ts'
import { runningEmulator } from '../targets/running-emulator.ts'
import { observeRequests } from './observe-requests.ts'
import { requestDifferences } from './request-differences.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin' }
const ask = (emulator: Emulator, path: string) => emulator.fetch(`http://emulator/v1${path}`, { headers: ada })

/** Problems that a step finds in the requests that `client` makes. */
async function wrongWith(
  requests: NonNullable<RunExpect['requests']>,
  client: (emulator: Emulator) => Promise<unknown>,
  options: EmulatorOptions = {},
): Promise<string[]> {
  const emulator = createEmulator(options)
  await ask(emulator, '/orgs/acme')
  const behind = await observeRequests({ requests }, new InProcessTarget(emulator).controls)
  await client(emulator)
  return requestDifferences(requests, (await behind!()).requests!).map(differenceText)
}

const times =
  (count: number, path: string) =>
  async (emulator: Emulator): Promise<void> => {
    for (let n = 0; n < count; n++) await ask(emulator, path)
  }

/** Begins work, waits until it is done, and asks for it. */
async function waits(emulator: Emulator): Promise<void> {
  await emulator.fetch('http://emulator/v1/revisions/00000000-0000-4000-8000-0000000000e4/commit', {
    method: 'POST',
    headers: ada,
  })
  emulator.clock.advance('1h')
  await ask(emulator, '/users/me')
  expect(emulator.journal.timeline({ via: 'time' })).not.toEqual([])
}

it('counts the requests that came meanwhile, whatever fell due', async () => {
  expect(await wrongWith({ count: 2, lacks: 'svc-key-' }, waits, { trace: true })).toEqual([])
  expect(await wrongWith({ count: 3, lacks: 'commit' }, waits, { trace: true })).toEqual([
    'requests.count: expected 3, got 2',
    expect.stringContaining('got text that contains it'),
  ])
})

it.each<[NonNullable<RunExpect['requests']>]>([
  [{ count: 4 }],
  [{ count: { at_most: 5 } }],
  [{ count: 5 }],
  [{ lacks: 'a-secret' }],
])('gives no verdict of %j on what the journal no longer has', async (requests) => {
  const leaks = async (emulator: Emulator): Promise<void> => {
    await ask(emulator, '/users/me?note=a-secret')
    await times(4, '/users/me')(emulator)
  }
  expect(await wrongWith(requests, leaks, { journal: { size: 4 } })).toEqual([
    'requests: expected a journal with all that was asked while the program ran, got one that no longer has 1 of its 5 entries: give the emulator a larger one (npx svc-emulator start --journal SIZE, createEmulator({ journal: { size } }))',
  ])
  expect(await wrongWith({ count: 4 }, times(4, '/users/me'), { journal: { size: 4 } })).toEqual([])
})

it('nor where the journal was emptied, and tells of what it still has', async () => {
  const empties = async (emulator: Emulator): Promise<void> => {
    await times(2, '/users/me')(emulator)
    emulator.reset()
  }
  expect(await wrongWith({ count: 0 }, empties)).toEqual([expect.stringContaining('no longer has 2 of its 3 entries')])
  const leaksLater = async (emulator: Emulator): Promise<void> => {
    await empties(emulator)
    await ask(emulator, '/users/me?note=a-secret')
  }
  expect(await wrongWith({ lacks: 'a-secret' }, leaksLater)).toEqual([
    expect.stringContaining('no longer has 2 of its 4 entries'),
    expect.stringContaining('got text that contains it'),
  ])
})

it('takes a credential in an address or a body for a leak, although the journal hides it', async () => {
  const post = (body: object) => (emulator: Emulator) =>
    emulator.fetch('http://emulator/v1/orgs', {
      method: 'POST',
      headers: { ...ada, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const store = (emulator: Emulator) =>
    emulator.fetch('http://emulator/v1/credentials/target/user/me', {
      method: 'POST',
      headers: { ...ada, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'n', type: 'opaque', value: 'svc-key-ada-admin' }),
    })
  const lacks = { lacks: 'svc-key-ada-admin' }
  expect(await wrongWith(lacks, times(1, '/users/me'))).toEqual([])
  expect(await wrongWith(lacks, store)).toEqual([])
  for (const leaks of [
    times(1, '/users/me?api_key=svc-key-ada-admin'),
    post({ alias: 'x', api_key: 'svc-key-ada-admin' }),
  ]) {
    expect(await wrongWith(lacks, leaks)).toEqual([
      'requests: expected no credential but in headers, got a request with one in the address or the body, where the journal hides it',
    ])
    expect(await wrongWith({ count: 1 }, leaks)).toEqual([])
  }
})

it('looks the same way at a server that is traced and keeps little', async () => {
  const server = await startServer({ trace: true, journal: { size: 10 } })
  try {
    const target = await runningEmulator(
      { apiUrl: server.url },
      await loadScenario({ scenario: 1, name: 'x', about: 'x' }),
    )
    const { apiUrl } = await target!.serve!()
    const call = (path: string, method = 'GET') => fetch(apiUrl + path, { method, headers: ada })
    await call('/users/me')
    const told = async (client: () => Promise<unknown>): Promise<string[]> => {
      const behind = await observeRequests({ requests: { count: 2 } }, target!.controls)
      await client()
      return requestDifferences({ count: 2 }, (await behind!()).requests!).map(differenceText)
    }
    const works = async (): Promise<void> => {
      await call('/revisions/00000000-0000-4000-8000-0000000000e4/commit', 'POST')
      await target!.controls!.advance(3_600_000, undefined)
      await call('/users/me')
    }
    expect(await told(works)).toEqual([])
    expect((await target!.controls!.journal(0)).entries.map(({ via }) => via)).toContain('time')
    expect(await told(() => works().then(works))).toEqual([
      expect.stringMatching(/no longer has \d+ of its \d+ entries/),
    ])
    await target!.close()
  } finally {
    await server.close()
  }
})
