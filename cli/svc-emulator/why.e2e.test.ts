import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

const env = process.env as Record<string, string>

/** Asks why a program fails that checks a status of PATCH /users/:user, and ends with 1 where another comes. */
function why(user: string, status: number) {
  const source = `
    const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
    const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
    const answer = await fetch(url + '/users/${user}', { method: 'PATCH', headers, body: '{"name":"B"}' })
    if (answer.status !== ${status}) process.exit(1)`
  const words = ['--', process.execPath, '--input-type=module', '-e', source]
  return run(svcEmulator, ['why', '--budget', '10m', ...words], tmpdir(), { env })
}

it('ends with 0 where the failure is explained, and names the sentence', async () => {
  const { exit, stdout } = await why('ben', 200)
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('users.update.others-refused') })
})

it('ends with 1 where nothing explains it', async () => {
  const { exit, stdout, stderr } = await why('me', 299)
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringContaining('0 of 1 failure explained') })
  expect(stderr).toContain('no reason was found for 1 of 1 failure')
})

it('ends with 2 where nothing fails', async () => {
  const { exit, stderr } = await why('me', 200)
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.stringContaining('does not fail') })
})

it('names the red test of a suite that asks the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'why-'))
  writeFileSync(
    join(folder, 'orgs.test.mjs'),
    `import assert from 'node:assert'
    import { test } from 'node:test'
    const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
    const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
    test('is green', async () => assert.ok((await fetch(url + '/users/me', { headers })).ok))
    test('takes any alias', async () => {
      const answer = await fetch(url + '/orgs', { method: 'POST', headers, body: '{"name":"A","alias":"acme"}' })
      assert.equal(answer.status, 200)
    })`,
  )
  const words = ['--', process.execPath, '--test', join(folder, 'orgs.test.mjs')]
  const { exit, stdout } = await run(svcEmulator, ['why', '--budget', '10m', ...words], folder, { env })
  expect({ exit, stdout }).toMatchObject({ exit: 0 })
  expect(stdout).toMatch(/^failed: .*takes any alias\n.*\(identifiers\.alias\.globally-unique\)/m)
})
