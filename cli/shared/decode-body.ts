import { promisify } from 'node:util'
import { brotliDecompress, inflateRaw, unzip, type ZlibOptions } from 'node:zlib'

const [unzipped, inflatedRaw, unbrotlied] = [promisify(unzip), promisify(inflateRaw), promisify(brotliDecompress)]

/**
 * The bytes of a body whose `Content-Encoding` is gzip, br, or deflate (with its header or, as some servers send it,
 * without).
 *
 * @param largest bytes that the body may have
 * @returns undefined for any other coding
 * @throws the error of zlib: `Z_BUF_ERROR` where the body is cut off
 */
export async function decodeBody(bytes: Buffer, coding: string, largest: number): Promise<Buffer | undefined> {
  let body = bytes
  const codings = coding
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
  for (const each of codings.filter((name) => !['', 'identity'].includes(name)).reverse()) {
    const decode = decoders[each]
    if (decode === undefined) return undefined
    if (body.length > 0) body = await decode(body, { maxOutputLength: largest })
  }
  return body
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>>> = {
  gzip: unzipped,
  'x-gzip': unzipped,
  deflate: (bytes, options) => (((bytes[0] ?? 0) & 0x0f) === 8 ? unzipped : inflatedRaw)(bytes, options),
  br: (bytes, { maxOutputLength }) => unbrotlied(bytes, { ...(maxOutputLength && { maxOutputLength }) }),
}
