import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { serveWithoutUpgrade } from './plain-upgrade.ts'

/**
 * A request whose body Node reads before it hands over the connection, and the data that is put back on the connection.
 */
function offer() {
  const put: string[] = []
  const request = Object.assign(new EventEmitter(), {
    method: 'POST',
    url: '/v1/orgs',
    httpVersion: '1.1',
    rawHeaders: ['Host', 'x', 'Upgrade', 'h2c', 'Connection', 'Upgrade', 'Transfer-Encoding', 'chunked'],
  })
  const socket = { unshift: (bytes: Buffer) => put.push(bytes.toString()) }
  serveWithoutUpgrade(
    new EventEmitter() as Server,
    request as unknown as IncomingMessage,
    socket as unknown as Socket,
    Buffer.from('NEXT'),
    100,
  )
  const send = (...pieces: string[]) => {
    for (const piece of pieces) request.emit('data', Buffer.from(piece))
  }
  return { put, send, end: () => request.emit('end') }
}

it('puts back the body with its own framing, before what follows', () => {
  const { put, send, end } = offer()
  send('one ', 'two')
  end()
  expect(put).toEqual(['POST /v1/orgs HTTP/1.1\r\nHost: x\r\ncontent-length: 7\r\n\r\none twoNEXT'])
})

it('leaves the framing to an older Node, which leaves the body on the connection', () => {
  const { put, end } = offer()
  end()
  expect(put).toEqual(['POST /v1/orgs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nNEXT'])
})

it('keeps no more than the limit and one piece', () => {
  const { put, send, end } = offer()
  send('x'.repeat(80), 'x'.repeat(80), 'x'.repeat(80))
  end()
  expect(put[0]).toContain('content-length: 160\r\n')
})
