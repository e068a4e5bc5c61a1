// A mock server as one writes it by hand: `node bare-http.mjs answers.json`. What it does and leaves out is in tools/bench/README.md.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tell } from './tell.mjs'

const { answers, templates } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const held = new Map(Object.entries(answers))

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://bare')
  if (request.method === 'GET') send(response, held.get(`${pathname} ${searchParams.get('cursor') ?? ''}`))
  else readJson(request, (body) => send(response, answerTo(pathname, body)))
})

function answerTo(pathname, body) {
  const { create, field, read } = templates[pathname] ?? {}
  if (create === undefined) return held.get(`${pathname} ${Object.values(body).join(' ')}`)
  const id = randomUUID()
  const answer = { ...create, [field]: { ...create[field], ...body, id } }
  held.set(read.replace('{id}', id), answer)
  return answer
}

function readJson(request, done) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => done(JSON.parse(Buffer.concat(chunks).toString())))
}

function send(response, answer) {
  const body = JSON.stringify(
    answer ?? { status: 'failure', error: 'not_found', message: 'The bare server holds no such answer.' },
  )
  response
    .writeHead(answer === undefined ? 404 : 200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

server.listen(0, '127.0.0.1', () => tell(server.address().port))
