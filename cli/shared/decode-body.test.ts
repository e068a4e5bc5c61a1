import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const text = '{"status":"success"}'

describe('decodeBody', () => {
  it.each<[string, Buffer]>([
    ['', Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['br, gzip', gzipSync(brotliCompressSync(text))],
  ])('decodes %j', async (coding, bytes) => {
    expect(String(await decodeBody(bytes, coding, 100))).toBe(text)
  })

  it('bears an empty body, and leaves other codings alone', async () => {
    expect(await decodeBody(Buffer.alloc(0), 'gzip', 100)).toHaveLength(0)
    expect(await decodeBody(Buffer.from('x'), 'zstd', 100)).toBeUndefined()
  })

  it.each(['gzip', 'br'])('stops %s at the largest size', async (coding) => {
    const bytes = (coding === 'br' ? brotliCompressSync : gzipSync)('x'.repeat(200))
    await expect(decodeBody(bytes, coding, 100)).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
  })
})
