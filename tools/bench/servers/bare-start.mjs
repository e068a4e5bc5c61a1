// The least that answers: the peer of start-up.
import { createServer } from 'node:http'

const server = createServer((request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
)
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
