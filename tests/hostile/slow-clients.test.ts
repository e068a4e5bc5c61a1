/** Clients that do not read what they are answered, or do not end what they send: they make a server hold no more than it may. */
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../emulator/adapters/node/server.ts'
import { until } from '../helpers/until.ts'
import { head } from './raw.ts'

const auth = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
let server: RunningServer
const clients: Socket[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await server.close()
})

async function start(options: ServerOptions = {}): Promise<void> {
  server = await startServer(options)
}

function client(): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => {})
  clients.push(socket)
  return socket
}

it('requests ahead of answers that are not read wait', async () => {
  const REQUESTS = 150
  await start()
  const path = '/v1/blobs/acme/weights/metadata/tags'
  const put = await fetch(new URL(path, server.url), {
    method: 'PUT',
    headers: auth,
    body: JSON.stringify({ large: 'x'.repeat(900_000) }),
  })
  expect(put.status).toBe(200)
  const before = server.emulator.journal.last
  const handled = (): number => server.emulator.journal.last - before
  const one = client().pause()
  one.write(head('GET', path).repeat(REQUESTS))
  await until(() => expect(handled()).toBeGreaterThan(0))
  // The system holds some of them, for both sides.
  for (let turns = 0; turns < 50 * REQUESTS; turns++) await setImmediate()
  expect(handled()).toBeLessThan(REQUESTS / 2)
  let bytes = 0
  one
    .on('data', (piece: Buffer) => {
      bytes += piece.length
    })
    .resume()
  await until(() => expect(bytes).toBeGreaterThan(REQUESTS * 900_000))
  expect(handled()).toBe(REQUESTS)
})

it('bodies that are never ended are bounded over all connections: the largest is cut, the others go on', async () => {
  await start({ bounds: { importBytes: 50_000 } })
  const body = JSON.stringify({ alias: 'whole', name: 'x'.repeat(45_000) })
  const closed: number[] = []
  const answers: string[] = []
  const all = [50_000, 40_000, 60_000, 40_000].map((size, n) => {
    const socket = client()
      .on('close', () => closed.push(n))
      .on('data', (piece) => {
        answers[n] = String(piece)
      })
    socket.write(`${head('POST', '/v1/orgs', 'content-type: application/json', `content-length: ${body.length}`)}`)
    return { socket, size: Math.min(size, body.length - 1) }
  })
  for (const { socket, size } of all) socket.write(body.slice(0, size))
  expect(closed).toEqual([])
  // With these it is more than four times what may be imported.
  const last = client()
  last.write(
    `${head('POST', '/v1/orgs', 'content-type: application/json', 'content-length: 90000')}${'y'.repeat(80_000)}`,
  )
  const gone = new Promise((resolve) => last.once('close', resolve))
  await gone
  all[1]!.socket.write(body.slice(all[1]!.size))
  await until(() => expect(answers[1]).toContain('HTTP/1.1 200'))
  expect(closed).toEqual([])
})
