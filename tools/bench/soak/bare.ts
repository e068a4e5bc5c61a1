/** A bare server beside the one that is soaked: what its answers take is what the machine takes. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((_, response) =>
  response.setHeader('content-type', 'application/json').end('{"status":"success"}'),
)
server.listen(0, '127.0.0.1', () =>
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
)
process.once('disconnect', () => process.exit())
