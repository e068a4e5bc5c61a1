// The measure of all sockets: a server of `ws` that answers each message with the bytes it was given, and nothing else.
import { readFileSync } from 'node:fs'
import { WebSocketServer } from 'ws'

const answer = readFileSync(process.argv[2], 'utf8')
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    data.toString()
    socket.send(answer)
  })
})
server.on('listening', () => console.log(JSON.stringify({ port: server.address().port })))
