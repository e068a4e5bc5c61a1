/** The server of a soak, a process of its own: what it prints on stderr is counted, and asked by message it says what it holds. */
import { startServer } from '../../../emulator/adapters/node/server.ts'

const server = await startServer()
process.send!({ url: server.url })

process.on('message', (word) => {
  if (word === 'end') void server.close().then(() => process.disconnect())
  if (word !== 'measure') return
  globalThis.gc!()
  globalThis.gc!()
  process.send!({
    heap: process.memoryUsage().heapUsed,
    handles: process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length,
  })
})
