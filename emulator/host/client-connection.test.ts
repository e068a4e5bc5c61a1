import { describe, expect, it } from 'vitest'
import { createEmulator } from '../index.ts'
import type { ClientConnection, ClientHeaders } from './client-connection.ts'

const key = 'svc-key-ada-admin'
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow.list_definitions', params: { org_id: 'acme' } })

describe('connect', () => {
  it.each<[string, ClientHeaders]>([
    ['Headers', new Headers({ 'x-api-key': key })],
    ['a Map', new Map([['X-API-Key', key]]) as never],
    ['pairs', [['X-API-Key', key]]],
    ['an object', { 'X-API-Key': key }],
    ['names and values in turn', ['X-API-Key', key]],
  ])('takes headers as %s', (_, headers) => {
    const frames: string[] = []
    const send = (text: string) => void frames.push(text)
    createEmulator()
      .connect({ url: '/v1/realtime', headers, send, close: () => {} })
      .receive(call)
    expect(frames.map((frame) => JSON.parse(frame) as object)).toMatchObject([
      { result: { definitions: expect.any(Array) as unknown } },
    ])
  })

  it.each([
    ['/v1/realtime?x=1', []],
    ['ws://emulator/v1/realtime', []],
    ['/v1/realtime/', [1008]],
    ['/v1/orgs', [1008]],
  ])('of %s: closed with %o', (url, expected) => {
    const closed: number[] = []
    createEmulator().connect({ url, headers: { 'x-api-key': key }, send: () => {}, close: (code) => closed.push(code) })
    expect(closed).toEqual(expected)
  })

  const whole = { url: '/v1/realtime', send: () => {}, close: () => {} }
  it.each<[string, unknown, string]>([
    ['nothing', undefined, "url: missing, expected the URL of the upgrade, or its path and query ('/v1/realtime')"],
    ['no address', { ...whole, url: undefined }, 'url: missing, expected the URL of the upgrade'],
    ['an odd list', { ...whole, headers: ['x-api-key'] }, 'headers: connect: expected Headers, pairs, an object'],
    ['a number', { ...whole, headers: { 'x-api-key': 1 } }, 'headers: connect: expected Headers, pairs, an object'],
    ['a text', { ...whole, headers: `x-api-key: ${key}` }, 'headers: connect: expected Headers, pairs, an object'],
  ])('refuses %s', (_, connection, message) => {
    expect(() => createEmulator().connect(connection as ClientConnection)).toThrow(
      expect.objectContaining({ name: 'EmulatorError', message: expect.stringContaining(message) as string }),
    )
  })
})
