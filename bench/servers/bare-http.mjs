// The measure of all: a node:http server that answers the bytes it was given, and nothing else.
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'

const body = readFileSync(process.argv[2])
const headers = ['content-type', 'application/json', 'content-length', String(body.length)]
const server = createServer((request, response) => {
  if (request.method === 'GET') response.writeHead(200, headers).end(body)
  else {
    request.on('data', () => {})
    request.on('end', () => response.writeHead(200, headers).end(body))
  }
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })))
