import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { serveWithoutUpgrade } from './plain-upgrade.ts'
import { UnfinishedMessages } from './unfinished-messages.ts'

/**
 * A request whose body Node reads before it hands over the connection, and the data that is put back on the connection.
 */
function offer(all: UnfinishedMessages, limit = 100) {
  const put: string[] = []
  let isDestroyed = false
  const request = Object.assign(new EventEmitter(), {
    method: 'POST',
    url: '/v1/orgs',
    httpVersion: '1.1',
    rawHeaders: ['Host', 'x', 'Upgrade', 'h2c', 'Connection', 'Upgrade', 'Transfer-Encoding', 'chunked'],
    destroy: () => {
      isDestroyed = true
    },
  })
  const socket = { unshift: (bytes: Buffer) => put.push(bytes.toString()) }
  serveWithoutUpgrade(
    new EventEmitter() as Server,
    request as unknown as IncomingMessage,
    socket as unknown as Socket,
    Buffer.from('NEXT'),
    { limit, all },
  )
  const send = (...pieces: string[]) => {
    for (const piece of pieces) request.emit('data', Buffer.from(piece))
  }
  return { put, send, end: () => request.emit('end'), isDestroyed: () => isDestroyed }
}

it('puts back the body with its own framing, before what follows', () => {
  const { put, send, end } = offer(new UnfinishedMessages(1_000))
  send('one ', 'two')
  end()
  expect(put).toEqual(['POST /v1/orgs HTTP/1.1\r\nHost: x\r\ncontent-length: 7\r\n\r\none twoNEXT'])
})

it('leaves the framing to an older Node, which leaves the body on the connection', () => {
  const { put, end } = offer(new UnfinishedMessages(1_000))
  end()
  expect(put).toEqual(['POST /v1/orgs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nNEXT'])
})

it('keeps no more than the limit and one piece', () => {
  const { put, send, end } = offer(new UnfinishedMessages(10_000))
  send('x'.repeat(80), 'x'.repeat(80), 'x'.repeat(80))
  end()
  expect(put[0]).toContain('content-length: 160\r\n')
})

it('cuts the largest of bodies that are never ended, and counts none that is over', () => {
  const all = new UnfinishedMessages(150)
  const [over, large, small] = [offer(all), offer(all), offer(all)]
  over.send('x'.repeat(90))
  over.end()
  large.send('x'.repeat(90))
  small.send('x'.repeat(50))
  expect(large.isDestroyed()).toBe(false)
  small.send('x'.repeat(20))
  expect([over, large, small].map((each) => each.isDestroyed())).toEqual([false, true, false])
})
