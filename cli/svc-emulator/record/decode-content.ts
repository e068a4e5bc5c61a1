import * as zlib from 'node:zlib'

/** Longest content that is decoded. */
const bounds = { maxOutputLength: 64 * 1024 * 1024 }

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => zlib.gunzipSync(bytes, bounds),
  'x-gzip': (bytes) => zlib.gunzipSync(bytes, bounds),
  br: (bytes) => zlib.brotliDecompressSync(bytes, bounds),
  // Some servers send the bare format.
  deflate: (bytes) => ((bytes[0]! & 0x0f) === 8 ? zlib.inflateSync(bytes, bounds) : zlib.inflateRawSync(bytes, bounds)),
  identity: (bytes) => bytes,
}

/** Decompresses the content of an answer; returns the unchanged bytes if that fails. */
export function decodeContent(bytes: Uint8Array, encoding = ''): Uint8Array {
  const names = encoding.split(',').map((name) => name.trim().toLowerCase())
  if (bytes.length === 0 || encoding === '') return bytes
  try {
    return new Uint8Array(names.reduceRight((content, name) => decoders[name]!(content), bytes))
  } catch {
    return bytes
  }
}
