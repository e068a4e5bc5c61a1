/** Sockets of Node, which can carry request headers. */
import type { KeyHeaders, TargetWire, WireEvents } from './target.ts'

/** Milliseconds for the close frame of the other side. */
const GOODBYE_MS = 500

export async function openWithWs(
  url: string,
  credentials: KeyHeaders,
  events: WireEvents,
  late?: AbortSignal,
): Promise<TargetWire> {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(url, { headers: { ...credentials } })
  const wire: TargetWire = {
    send: (text) => socket.send(text),
    close() {
      socket.close()
      // A server that does not answer the close frame would keep the process for half a minute.
      setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
    },
  }
  late?.addEventListener('abort', () => socket.terminate())
  let opened = false
  let refusal: string | undefined
  return new Promise((resolve) => {
    socket.on('open', () => {
      opened = true
      resolve(wire)
    })
    socket.on('message', (data: Buffer) => events.text(data.toString('utf8')))
    socket.on('unexpected-response', (_request, response) => {
      refusal = `the upgrade was answered with HTTP ${response.statusCode}`
      socket.terminate()
    })
    socket.on('error', (error) => {
      refusal ??= error.message
    })
    socket.on('close', (code, reason) => {
      if (opened) events.closed(code, reason.toString('utf8'))
      else events.failed(refusal ?? 'the socket could not be opened')
      resolve(wire)
    })
  })
}
