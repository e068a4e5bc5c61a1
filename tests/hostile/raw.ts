import { connect } from 'node:net'
import { until } from '../helpers/until.ts'
import type { RunningServer } from '../../emulator/adapters/node/server.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Sends text as it is over a connection, and gives the answers once there are `count`, or the server has ended it. */
export async function raw(
  { url }: Pick<RunningServer, 'url'>,
  parts: string | readonly string[],
  count = 1,
): Promise<RawAnswer[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  let ended = false
  socket
    .setEncoding('latin1')
    .on('data', (piece) => {
      received += String(piece)
    })
    .on('close', () => {
      ended = true
    })
    .on('error', () => {})
  for (const part of [parts].flat()) {
    socket.write(part)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await until(() => {
    if (!ended && answersIn(received).length < count)
      throw new Error(`${answersIn(received).length} of ${count} answers came`)
  })
  socket.destroy()
  return answersIn(received)
}

function answersIn(received: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  for (let rest = received; ;) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    const text = rest.slice(end + 4, end + 4 + length)
    if (text.length < length) return answers
    answers.push({ status: Number(first.split(' ')[1]), headers, text })
    rest = rest.slice(end + 4 + length)
  }
}

export function head(method: string, path: string, ...headers: readonly string[]): string {
  return `${[`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'x-api-key: svc-key-ada-admin', ...headers].join('\r\n')}\r\n\r\n`
}
