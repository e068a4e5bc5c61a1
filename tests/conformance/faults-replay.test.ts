import { expect, it } from 'vitest'
import { createEmulator } from '../../emulator/index.ts'
import { HttpTarget } from '../../emulator/scenario/targets/http-target.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import type { HttpAnswer, Target } from '../../emulator/scenario/targets/target.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { emulatorWith, rows, runFaultMatrix } from './fault-matrix.ts'
import { fetchInReplay } from './replay-row.ts'

runFaultMatrix({
  name: 'a replay in process',
  lacks: { time: 'no real time passes' },
  open: async (emulator) => ({
    url: 'http://api.test/v1',
    send: (url, init = {}) => fetchInReplay(emulator, String(url), init),
    close() {},
  }),
})

/** Headers that a connection adds. */
const ofConnections = ['connection', 'keep-alive', 'transfer-encoding']

async function shown(target: Target, timeout: number): Promise<HttpAnswer> {
  const answer = await target.request({
    method: 'POST',
    path: '/blobs/acme/weights/revisions',
    headers: { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' },
    body: '{}',
    timeout,
  })
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnections.includes(name))),
  }
}

async function both(row: Pick<(typeof rows)[number], 'do' | 'at'>, timeout: number): Promise<[HttpAnswer, HttpAnswer]> {
  const emulator = emulatorWith(row)
  await using server = await startServer({ emulator: emulator.fork() })
  return [
    await shown(new InProcessTarget(emulator), timeout),
    await shown(new HttpTarget({ apiUrl: server.url }), timeout),
  ]
}

it.each(rows.filter(({ isLeftHalfWay }) => !isLeftHalfWay).map((row) => [row.fault, row] as const))(
  '%s: the same in process as from a server',
  async (_, row) => {
    const [inProcess, fromServer] = await both(row, 10_000)
    expect(inProcess).toEqual(fromServer)
  },
)

it.each([
  ['a delay', [{ delay: '1h' }], 120],
  ['a delay before the connection ends', [{ delay: '1h' }, { drop: true }], 120],
  // Its head is to arrive before the timeout, on a busy machine too, and its first byte, which takes a second, after it.
  ['a body that stops', [{ stall: true }], 950],
  ['a first piece that is late', [{ slow: { bytes_per_second: 1 } }], 950],
] as const)('%s beyond the timeout: the same in process as from a server', async (_, actions, timeout) => {
  const [inProcess, fromServer] = await both({ do: [...actions] }, timeout)
  expect(inProcess).toEqual(fromServer)
  expect(inProcess.reason).toBe('no answer within the timeout')
})

it('what had arrived of a slow body by the timeout is shown', async () => {
  const target = new InProcessTarget(emulatorWith({ do: { slow: { bytes_per_second: 100 } } }))
  const answer = await shown(target, 1_000)
  expect([answer.outcome, answer.status, new TextDecoder().decode(answer.bytes)]).toEqual([
    'cut',
    200,
    expect.stringMatching(/^\{"status":"success"/),
  ])
  expect(answer.bytes).toHaveLength(95)
})

it('no time passes while a replay waits', async () => {
  const target = new InProcessTarget(emulatorWith({ do: [{ delay: '23h' }] }))
  expect(await shown(target, 24 * 3_600_000)).toMatchObject({ outcome: 'answered', status: 200 })
  expect(createEmulator().clock.now()).toBe(Date.parse('2026-01-01T00:00:00Z'))
})
