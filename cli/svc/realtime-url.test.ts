import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { newHome, run } from '../../tests/helpers/cli/in-process.ts'
import { startStandIn } from '../../tests/helpers/cli/stand-in.ts'
import { svc } from './program.ts'

it('never opens a connection to the realtime URL, whatever the command', async () => {
  const service = await startStandIn()
  let connections = 0
  const realtime = createServer((socket) => {
    connections += 1
    socket.end()
  }).listen(0, '127.0.0.1')
  await once(realtime, 'listening')
  const { port } = realtime.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}/v1/realtime`
  const home = newHome()
  const env = { SVC_REALTIME_URL: url }
  for (const [words, stdout] of [
    [['login', '--api-key', 'svc-key-ada-admin', '--api-url', service.url, '--realtime-url', url], 'Logged in'],
    [['whoami'], `Realtime: ${url}`],
    [['profile', 'ls'], `[realtime: ${url}]`],
    [['profile', 'use', 'default'], 'default'],
    [['logout', '--profile', 'default'], 'default'],
  ] as const)
    expect(await run(svc, words, home, { env })).toMatchObject({ exit: 0, stdout: expect.stringContaining(stdout) })
  // Connections are accepted in turn: this one comes after all others.
  await once(connect(port, '127.0.0.1').resume(), 'close')
  expect(connections).toBe(1)
  realtime.close()
  await service.close()
})
