import { ControlSource } from './control-source.ts'
import type { Dialled, SocketEvents } from './source.ts'
import { withTurn } from './stream-turn.ts'

const TOKEN = 'svc-emulator-token'

/** The server that served the page. */
export function serverSource(location: Location, storage: Storage): ControlSource {
  const path = location.pathname.replace(/\/+$/, '')
  takeToken(location, storage)
  const token = storage.getItem(TOKEN)
  return new ControlSource({
    base: location.origin + path,
    headers: token === null ? {} : { 'x-emulator-token': token },
    // Neither the token nor a key follows a redirect to another host.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
    dial,
    turn: withTurn,
  })
}

/**
 * Moves the control token from the address into the storage of this tab. The server prints addresses with a token where
 * it listens beyond this machine.
 */
function takeToken({ hash, pathname }: Location, storage: Storage): void {
  const token = /[#&]token=([^&]+)/.exec(hash)?.[1]
  if (token === undefined) return
  storage.setItem(TOKEN, decodeURIComponent(token))
  history.replaceState(null, '', pathname)
}

function dial(url: string, { opened, heard, closed }: SocketEvents): Dialled {
  const socket = new WebSocket(url)
  socket.addEventListener('open', opened)
  socket.addEventListener('message', ({ data }) => heard(String(data)))
  socket.addEventListener('close', ({ code, reason }) => closed(code, reason))
  return { send: (text) => socket.send(text), close: () => socket.close() }
}
