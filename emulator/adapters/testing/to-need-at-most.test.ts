import { describe } from 'vitest'
import { createEmulator } from '../../index.ts'
import { startServer } from '../node/server.ts'
import { RemoteEmulator } from './remote-emulator.ts'
import { expect, test, toNeedAtMost } from './vitest.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

/** Reads an organization and creates a blob in it. */
async function client(baseUrl: string): Promise<void> {
  await fetch(`${baseUrl}/orgs/acme`, { headers })
  await fetch(`${baseUrl}/blobs/acme`, { method: 'POST', headers, body: '{"alias":"logs","type":"text"}' })
}

const message =
  /^expected that no call needs more than read on org acme[^]*needs more than read on org acme: POST \/v1\/blobs\/acme[^]*least key: write on org acme/

describe('toNeedAtMost', () => {
  test('tells of the calls of a test', async ({ emulator, api }) => {
    await client(api.baseUrl)
    expect(emulator).toNeedAtMost('write on org acme')
    expect(emulator).not.toNeedAtMost('read on org acme')
    expect(() => expect(emulator).toNeedAtMost('read on org acme')).toThrow(message)
    expect(() => expect(emulator).not.toNeedAtMost('admin on org acme')).toThrow(
      'expected that a call needs more than admin on org acme',
    )
  })

  test('tells of the calls of an emulator that is served elsewhere', async () => {
    await using server = await startServer({ trace: true })
    const emulator = await RemoteEmulator.create(server.controlUrl)
    await client(emulator.baseUrl)
    expect(await toNeedAtMost.call(undefined, emulator, 'write on org acme')).toMatchObject({ pass: true })
    const verdict = await toNeedAtMost.call(undefined, emulator, 'read on org acme')
    expect(verdict.pass).toBe(false)
    expect(verdict.message()).toMatch(message)
  })

  test('fails, negated or not, where nothing was asked', ({ emulator }) => {
    expect(() => expect(emulator).toNeedAtMost('read on org acme')).toThrow('the emulator has received none')
    expect(() => expect(emulator).not.toNeedAtMost('read on org acme')).toThrow('the emulator has received none')
  })

  test.extend({ emulatorOptions: { trace: true } })(
    'knows what a test arranged, where a trace is kept',
    async ({ emulator, api }) => {
      await fetch(`${api.baseUrl}/orgs/acme`, { headers })
      emulator.world.blobs.insert({ alias: 'extra', org: 'acme', type: 'text' })
      await fetch(`${api.baseUrl}/blobs/acme/extra`, { headers })
      expect(emulator).toNeedAtMost('read on org acme')
    },
  )

  test('refuses what is no emulator, and a key that there is not', () => {
    expect(() => expect({}).toNeedAtMost('read on org acme')).toThrow('toNeedAtMost: expected an emulator, got object')
    expect(() => expect(createEmulator()).toNeedAtMost('read on org acne')).toThrow("did you mean 'acme'?")
  })
})
