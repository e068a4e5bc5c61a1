import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { sendWhole, type WholeAnswer } from './answer.ts'

const answer: WholeAnswer = { status: 200, headers: ['content-type', 'application/json', 'x-a', '1'], text: '{"é":1}', bytes: 8 }

/** What a server that answers with `sendWhole` writes for raw requests, until it closes the connection. */
async function written(requests: string, whole = answer): Promise<string> {
  const server = createServer((_, response) => {
    response.sendDate = false
    sendWhole(whole, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const text = await new Promise<string>((resolve) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(requests))
    let received = ''
    socket.on('data', (chunk) => { received += chunk.toString() })
    socket.on('close', () => resolve(received))
  })
  server.close()
  return text
}

const get = (more = '') => `GET / HTTP/1.1\r\nhost: x\r\n${more}\r\n`
const last = get('connection: close\r\n')

it('writes the same as Node, but for the connection, whether it stays open or not', async () => {
  const [open, closing] = (await written(get() + last)).split(/(?<=:1\})/)
  expect(open).toBe('HTTP/1.1 200 OK\r\ncontent-length: 8\r\ncontent-type: application/json\r\nx-a: 1\r\nconnection: keep-alive\r\n\r\n{"é":1}')
  expect(closing).toBe('HTTP/1.1 200 OK\r\ncontent-length: 8\r\ncontent-type: application/json\r\nx-a: 1\r\nConnection: close\r\n\r\n{"é":1}')
  // The same alone: a pipelined request has no socket yet when it is answered.
  expect(await written(last)).toBe(closing)
})

it('answers pipelined requests in their order, and an empty text', async () => {
  expect((await written(get() + get() + last)).match(/\{"é":1\}/g)).toHaveLength(3)
  const empty = await written(get() + last, { ...answer, text: '', bytes: 0 })
  expect(empty.match(/content-length: 0\r\n/g)).toHaveLength(2)
})

it.each([['x-a', 'one\r\nx-b: two'], ['x a', 'one']])('refuses the header %j: %j as Node does', (name, value) => {
  const response = { socket: {}, shouldKeepAlive: true, headersSent: false } as unknown as ServerResponse
  expect(() => sendWhole({ ...answer, headers: [name, value] }, response)).toThrow(/ERR_INVALID_(?:CHAR|HTTP_TOKEN)|Invalid character|must be a valid HTTP token/)
})

it('lets Node make the head where it does not take one', () => {
  const response = { socket: {}, shouldKeepAlive: true, headersSent: false, writeHead: vi.fn(), end: vi.fn() }
  sendWhole(answer, response as unknown as ServerResponse)
  expect(response.writeHead).toHaveBeenCalledWith(200, ['content-length', '8', ...answer.headers])
  expect(response.end).toHaveBeenCalledWith(answer.text)
})
