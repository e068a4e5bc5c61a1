// Users in a `Map`, for `node bare-users.mjs '{"users": N}'`: the peer of how look-ups grow.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { filledUser } from './fill.mjs'
import { tell } from './tell.mjs'

const { users } = JSON.parse(process.argv[2])
const byAlias = new Map(
  Array.from({ length: users }, (_, n) => {
    const user = filledUser(n, randomUUID())
    return [user.alias, user]
  }),
)
const server = createServer((request, response) => {
  const alias = new URL(request.url, 'http://x').pathname.slice('/v1/users/'.length)
  const body = JSON.stringify({ status: 'success', user: { ...byAlias.get(alias), role: 'read' } })
  response
    .writeHead(byAlias.has(alias) ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
})
server.listen(0, '127.0.0.1', () => tell(server.address().port))
