import { EmulatorError } from '../engine/checking/emulator-error.ts'
import type { Scenario } from './schema.ts'

/** Start of the fragment of an address that holds a run. */
const RUN = '#run='
/** Longest link that is made: chats and trackers of issues cut longer ones. */
export const MAX_LINK = 2_000
/** Longest text that a link may unpack to. */
const MAX_UNPACKED = 1_000_000

export const isRunLink = (hash: string): boolean => hash.startsWith(RUN)

/** The fragment of an address that holds a scenario: `#run=…`, its JSON compressed, in base64url. */
export async function writeRunLink(scenario: Scenario): Promise<string> {
  const packed = await collect(
    piped(new TextEncoder().encode(JSON.stringify(scenario)), new CompressionStream('deflate-raw')),
  )
  const base64 = btoa(String.fromCharCode(...packed))
  return `${RUN}${base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** Reads the document in such a fragment. Rejects with `EmulatorError` for one that holds none. */
export async function readRunLink(hash: string): Promise<unknown> {
  try {
    const base64 = hash.slice(RUN.length).replaceAll('-', '+').replaceAll('_', '/')
    const packed = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const bytes = await collect(piped(packed, new DecompressionStream('deflate-raw')))
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch (error) {
    throw new EmulatorError(
      `the link holds no run: ${(error as Error).message.replace(/\.$/, '')}. It may have been cut; expected it whole, from #run= to its end`,
    )
  }
}

function piped(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(through)
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length
    if (length > MAX_UNPACKED) throw new Error(`it unpacks to more than ${MAX_UNPACKED} bytes`)
    parts.push(part.value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
