// Another mock under measurement, in this process: `node peer.mjs PORT COMMAND…`, a command that listens on that port.
import { once } from 'node:events'
import { connect } from 'node:net'
import { pathToFileURL } from 'node:url'
import { tell } from './tell.mjs'

const [port, program, ...args] = process.argv.slice(2)
process.argv = [process.execPath, program, ...args]
await import(pathToFileURL(program).href)
while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 50))
tell(Number(port))

async function isOpen() {
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
