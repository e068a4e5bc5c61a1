// A mock of the realtime API as one writes it by hand on `ws`: `node bare-ws.mjs answers.json`. See tools/bench/README.md.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { WebSocketServer } from 'ws'
import { tell } from './tell.mjs'

const { answers, templates } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const held = new Map(Object.entries(answers))
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })

server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { id, method, params } = JSON.parse(data.toString())
    const result = resultOf(method, params)
    const answer =
      result === undefined ? { error: { code: -32000, message: 'The bare server holds no such answer.' } } : { result }
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
})

function resultOf(method, params) {
  const { create, field, read } = templates[method] ?? {}
  if (create === undefined) return held.get(`${method} ${Object.values(params).join(' ')}`)
  const id = randomUUID()
  const result = { ...create, [field]: { ...create[field], ...params, id } }
  held.set(read.replace('{id}', id), result)
  return result
}

server.on('listening', () => tell(server.address().port))
