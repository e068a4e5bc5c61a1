import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodeContent } from './http-proxy.ts'

const text = '{"status":"success"}'
const plain = new TextEncoder().encode(text)

it.each([
  ['gzip', gzipSync(plain)],
  ['X-GZIP', gzipSync(plain)],
  ['br', brotliCompressSync(plain)],
  ['deflate', deflateSync(plain)],
  ['deflate', deflateRawSync(plain)],
  ['gzip, br', brotliCompressSync(gzipSync(plain))],
  ['identity', plain],
  ['', plain],
  [undefined, plain],
  ['gzip', plain],
  ['unknown', plain],
])('%s', async (encoding, bytes) => {
  expect(new TextDecoder().decode(await decodeContent(new Uint8Array(bytes), encoding))).toBe(text)
})

it('gives an answer without a body none', async () => {
  expect(await decodeContent(new Uint8Array(0), 'gzip')).toHaveLength(0)
})
