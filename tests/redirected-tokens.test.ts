import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AgentWorld } from '../cli/svc-emulator/mcp/agent-world.ts'
import { svc } from '../cli/svc/program.ts'
import { svcEmulator } from '../cli/svc-emulator/program.ts'
import { lookAt } from '../cli/svc-emulator/record/target.ts'
import { ControlClient } from '../emulator/scenario/control-client/control-client.ts'
import { RemoteEmulator } from '../emulator/adapters/testing/remote-emulator.ts'
import { newHome, run } from './helpers/cli/in-process.ts'

const TOKEN = 'a-token-of-the-team'
const KEY = 'svc-key-ada-admin'

/** A server that redirects everything to another origin, which notes what it is sent. */
let [here, there] = [createServer(), createServer()]
let [origin, asked, seen]: [string, number, IncomingMessage[]] = ['', 0, []]
const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeEach(async () => {
  seen = []
  asked = 0
  there = createServer((request, response) => {
    seen.push(request)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"success"}')
  })
  const to = await listen(there)
  here = createServer((request, response) => {
    asked++
    response.writeHead(307, { location: `${to}${request.url}` }).end()
  })
  origin = await listen(here)
})
afterEach(() => {
  for (const server of [here, there]) {
    server.closeAllConnections()
    server.close()
  }
})

const command = (...argv: string[]) => run(svcEmulator, argv, newHome(), { env: { SVC_API_KEY: KEY } })

describe.each<readonly [string, () => Promise<unknown>]>([
  ['coverage', () => command('coverage', origin, '--control-token', TOKEN)],
  ['diff', () => command('diff', origin, origin, '--control-token', TOKEN)],
  ['replay --target', () => command('replay', 'null-cursor', '--target', `${origin}/v1`, '--control-token', TOKEN)],
  ['mcp', () => new AgentWorld({ origin, controlToken: TOKEN } as never, undefined).control('GET /health')],
  ['fixtures', () => RemoteEmulator.create(origin, { token: TOKEN })],
  ['record', () => lookAt(`${origin}/v1`, TOKEN)],
  ['a control client', () => new ControlClient(`${origin}/__emulator`, { token: TOKEN }).send('GET /health')],
  ['svc', () => run(svc, ['whoami'], newHome(), { env: { SVC_API_KEY: KEY, SVC_API_URL: `${origin}/v1` } })],
  ['drift', () => command('drift', '--target', `${origin}/v1`, '--read-only')],
  ['pull', () => command('pull', '--target', `${origin}/v1`, '--org', 'acme', '-o', join(newHome(), 'a.yaml'))],
])('%s', (_, ask) => {
  it('sends nothing to another origin, however it is redirected', async () => {
    await ask().catch(() => undefined)
    expect(asked).toBeGreaterThan(0)
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([])
  })
})

// Requests elsewhere: of users' code, of tests, and of pages to their own origin.
const others = /\.(?:test|sample|case|chromium|browser)\.ts$|function-subject|starter-files|explore-fixture|\.spec\.ts$/

it('no other file of the package sends a request that follows redirects', () => {
  const files = ['emulator', 'cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const sending = files
    .filter((file) => file.endsWith('.ts') && !others.test(file))
    .filter((file) => /(?<![.\w#])fetch\(/.test(readFileSync(file, 'utf8').replaceAll(/^\s*(?:\*|\/\/).*$/gm, '')))
    .filter((file) => !/redirect: 'manual'/.test(readFileSync(file, 'utf8')))
  expect(sending).toEqual([])
})
