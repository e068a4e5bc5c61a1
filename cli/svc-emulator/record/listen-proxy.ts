import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenError } from '../listen-error.ts'
import { BASE, httpProxy } from './http-proxy.ts'
import type { RecordedTraffic } from './recorder.ts'
import { socketProxy } from './socket-proxy.ts'

/** Milliseconds that pending exchanges have when the proxy ends. */
const END_WITHIN_MS = 2_000

/** A proxy that listens. */
interface ListeningProxy {
  /** Root of the API, with `/v1`. */
  readonly url: string
  readonly realtimeUrl: string
  /** Stops accepting and lets pending exchanges finish. */
  close(): Promise<void>
}

interface ProxySettings {
  /** API URL of the server behind it. */
  readonly target: string
  readonly realtimeUrl: string | undefined
  readonly port: number
  readonly host: string
}

/**
 * Starts a proxy between client and server that passes all exchanges to the recorder. Throws `ClientError` if it cannot
 * listen.
 */
export async function listenProxy(settings: ProxySettings, recorder: RecordedTraffic): Promise<ListeningProxy> {
  const { target, realtimeUrl = `${target.replace(/^http/, 'ws')}/realtime`, port, host } = settings
  const server = createServer(httpProxy(target, recorder))
  const sockets = socketProxy(realtimeUrl, recorder)
  server.on('upgrade', sockets.upgrade)
  await listening(server, settings)
  const authority = `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port || port}`
  return {
    url: `http://${authority}${BASE}`,
    realtimeUrl: `ws://${authority}${BASE}/realtime`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await recorder.idle(END_WITHIN_MS)
      sockets.close()
      server.closeIdleConnections()
      const forced = setTimeout(() => server.closeAllConnections(), 1_000)
      await closed
      clearTimeout(forced)
    },
  }
}

function listening(server: Server, { port, host }: ProxySettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, { port, host }) as Error))
    server.listen(port, host, resolve)
  })
}
