const { get } = require('node:http')

const KEY = { 'x-api-key': 'svc-key-ada-admin' }

it('has nothing that jsdom lacks', () => {
  expect([typeof Request, typeof TextEncoder, typeof setTimeout(() => {}, 0)]).toEqual([
    'undefined',
    'undefined',
    'number',
  ])
})

it('answers in process', async () => {
  const emulator = require('svc-emulator').createEmulator()
  const answer = await emulator.fetch('/v1/users/me', { headers: KEY })
  expect([answer.status, (await answer.json()).user.alias]).toEqual([200, 'ada'])
})

it('answers as a server', async () => {
  const server = await require('svc-emulator/server').startServer({ cors: true })
  const status = await new Promise((done) =>
    get(`${server.url}/users/me`, { headers: KEY }, (answer) => done(answer.resume().statusCode)),
  )
  await server.close()
  expect(status).toBe(200)
})
