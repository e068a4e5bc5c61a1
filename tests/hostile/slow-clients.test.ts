/** Clients that do not end what they send make a server hold no more than it may. */
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../emulator/adapters/node/server.ts'
import { until } from '../helpers/until.ts'
import { head } from './raw.ts'

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
