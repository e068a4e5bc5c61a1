import { ClientError } from './client-error.ts'
import type { Io } from './io.ts'

const longest = 64 * 1024

/**
 * Everything that stdin gives until its end.
 *
 * @throws ClientError `INPUT_INVALID` beyond 64 KiB
 */
export async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    size += chunk.length
    if (size > longest) throw new ClientError('INPUT_INVALID', 'stdin holds more than 64 KiB')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}
