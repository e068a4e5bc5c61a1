import { expect, it } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../index.ts'

/** World time that a read, a write and a refused write take, and true for those that show it. */
async function taken(options: EmulatorOptions) {
  const emulator = createEmulator(options)
  for (const [method, path] of [
    ['GET', '/users/me'],
    ['PATCH', '/users/me'],
    ['PATCH', '/users/ben'],
  ] as const) {
    const body = method === 'GET' ? null : '{"name":"Other"}'
    await emulator.fetch(`/v1${path}`, {
      method,
      headers: { 'X-API-Key': 'svc-key-ada-admin', 'content-type': 'application/json' },
      body,
    })
  }
  return emulator.journal.entries().map(({ response, duration }) => [response!.status, duration.world_ms])
}

it.each<[EmulatorOptions, readonly [number, number, number]]>([
  [{}, [0, 1, 0]],
  [{ settings: { write_ms: 0 } }, [0, 0, 0]],
  [{ settings: { request_ms: 5, write_ms: 3 } }, [5, 8, 5]],
  [{ settings: { request_ms: 5, write_ms: 3 }, trace: true }, [5, 8, 5]],
])('world time moves with requests and writes (%j)', async (options, [read, write, refused]) => {
  const rows = await taken(options)
  expect(rows).toEqual([
    [200, read],
    [200, write],
    [403, refused],
  ])
})
