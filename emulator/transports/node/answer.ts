import { STATUS_CODES, validateHeaderName, validateHeaderValue, type ServerResponse } from 'node:http'
import { once } from '../../kernel/once.ts'

/** A text as the whole of an answer. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: readonly string[]
  readonly text: string
  /** Length of the text in UTF-8. */
  readonly bytes: number
}

/**
 * Sends head and text in one write. Node would check and join the same headers again for each answer, and `end(text)` would queue an
 * empty piece behind them.
 */
export function sendWhole(answer: WholeAnswer, response: ServerResponse): void {
  const { status, headers, text, bytes } = answer
  const { socket } = response
  if (socket === null || text === '' || !takesHead(answer, response)) {
    response.writeHead(status, ['content-length', String(bytes), ...headers])
    response.end(text)
    return
  }
  socket.cork()
  // ASCII in either encoding, and quicker in this one.
  response.write(text, bytes === text.length ? 'latin1' : 'utf8')
  socket.uncork()
  response.end()
}

/** Gives a response its head as it goes over the wire. Whether Node takes it as made: the field is its own, and has been there since its beginnings. */
function takesHead({ status, headers, bytes }: WholeAnswer, response: ServerResponse): boolean {
  if (!response.shouldKeepAlive) return false
  const head = response as ServerResponse & { _header: string }
  head._header = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-length: ${bytes}\r\n${linesOf(headers)}connection: keep-alive\r\n\r\n`
  return response.headersSent
}

/** Checked as Node would. */
const linesOf = once((headers: readonly string[]): string => {
  let lines = ''
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i]!, headers[i + 1]!]
    validateHeaderName(name)
    validateHeaderValue(name, value)
    lines += `${name}: ${value}\r\n`
  }
  return lines
})
