import { connect } from 'node:net'
import { notAsked } from '../shared/client-error.ts'

/** Milliseconds after which a host counts as one that may answer. */
const PATIENCE_MS = 5_000

/** Rejects with `ClientError` (exit code 2) where no server takes connections at the URL of an API. */
export async function refuseDead(apiUrl: string): Promise<void> {
  const { hostname, port, protocol } = new URL(apiUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80), timeout: PATIENCE_MS })
  const code = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('timeout', () => resolve(undefined))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
  socket.destroy()
  if (code !== undefined) throw notAsked(`no server answers at ${apiUrl} (${code})`)
}
