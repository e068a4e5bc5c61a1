import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { startServer, type ServerOptions } from './server.ts'

it.each<[string, () => object | string, string]>([
  ['a port that is none', () => ({ port: 'x' }), 'port: expected an integer from 0 to 65535, got string "x"'],
  ['a port beyond', () => ({ port: 65_536 }), 'port: expected an integer from 0 to 65535, got number 65536'],
  ['an unknown option', () => ({ prot: 1 }), "prot: startServer has no such option, did you mean 'port'?"],
  [
    'a wrong option of the emulator',
    () => ({ fixture: 'large' }),
    "fixture: startServer has no such option, did you mean 'fixtures'?",
  ],
  ['an emulator in place of options', () => createEmulator(), 'startServer takes options: startServer({ emulator })'],
  [
    'something else as an emulator',
    () => ({ emulator: 'mine' }),
    'emulator: expected an emulator, as createEmulator() gives, got string "mine"',
  ],
  [
    'options that an emulator cannot take any more',
    () => ({ emulator: createEmulator(), seed: 2, explain: true }),
    'startServer: seed, explain cannot be combined with an existing emulator; give them to createEmulator',
  ],
])('refuses %s, and does not listen', async (_, options, message) => {
  await expect(startServer(options() as ServerOptions)).rejects.toThrow(
    expect.objectContaining({ name: 'EmulatorError', message }),
  )
  expect(existsSync('x')).toBe(false)
})

it('serves an emulator that is there, beside options that are not given', async () => {
  const emulator = createEmulator()
  await using server = await startServer({ emulator, seed: undefined } as unknown as ServerOptions)
  expect(server.emulator).toBe(emulator)
})

it('says which port is in use, with the code of the system', async () => {
  await using first = await startServer()
  const port = Number(new URL(first.url).port)
  await expect(startServer({ port })).rejects.toThrow(
    expect.objectContaining({
      name: 'EmulatorError',
      code: 'EADDRINUSE',
      message: `startServer: port ${port} is in use; give another, or leave port out for any free one`,
    }),
  )
  await expect(startServer({ host: '192.0.2.1' })).rejects.toThrow(
    expect.objectContaining({
      code: 'EADDRNOTAVAIL',
      message: "startServer: this machine has no address '192.0.2.1'; give another host",
    }),
  )
})

it('names a method in lower case, which fetch sends as it is given', async () => {
  await using server = await startServer()
  const answer = await fetch(`${server.url}/users/me`, { method: 'patch', body: '{}' })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    {
      status: 'failure',
      error: 'invalid_request_body',
      message: "'patch' is no method of HTTP: write PATCH, in upper case.",
    },
  ])
})
