// A `node:http` server that answers one file: `node bare-bytes.mjs model.bin`. The peer of downloads and of start-up.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tell } from './tell.mjs'

const body = readFileSync(process.argv[2])
const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length }
const server = createServer((request, response) => response.writeHead(200, headers).end(body))
server.listen(0, '127.0.0.1', () => tell(server.address().port))
