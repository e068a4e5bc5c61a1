// The app under test: any server that serves the page would do.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

createServer(async (request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(await readFile(new URL('page.html', import.meta.url)))
}).listen(Number(process.argv[2]), '127.0.0.1')
