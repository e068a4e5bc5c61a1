import { expect, it } from 'vitest'
import { createProject } from '../../../tests/helpers/project.ts'

const test = `
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createEmulator } from 'svc-emulator'
import { failureNotes } from 'svc-emulator/node-test'

const emulator = createEmulator()
failureNotes(emulator)
afterEach(() => emulator.reset())
const read = (headers) => emulator.fetch('/v1/users/me', { headers })
test('passes', async () => assert.equal((await read({ 'x-api-key': 'svc-key-ada-admin' })).status, 200))
test('fails', async () => assert.equal((await read({})).status, 200))
test('fails without a request', () => assert.equal(1, 2))
`

it('prints the last requests of a failed test as its diagnostics, although hooks have reset the emulator', async () => {
  const project = createProject({ 'a.test.mjs': test })
  try {
    const { output } = await project.run('node --test --test-reporter=tap a.test.mjs')
    const comments = output.split('\n').filter((line) => /^# .*(request|GET|note|Why)/.test(line))
    expect(comments).toEqual([
      '# The requests of this test to the emulator:',
      '#   3  GET /v1/users/me  401 unauthenticated  nobody',
      '#      note: Send valid credentials: Authorization: Bearer <token>, or X-API-Key: <key>. (A-392)',
      '# Why: npx svc-emulator why -- node --test --test-name-pattern=fails a.test.mjs',
      '# Subtest: fails without a request',
    ])
  } finally {
    await project.remove()
  }
})
