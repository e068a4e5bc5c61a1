import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'

/** Asks why a program fails that checks a status of PATCH /users/:user, and ends with 1 where another comes. */
function why(user: string, status: number) {
  const source = `
    const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
    const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
    const answer = await fetch(url + '/users/${user}', { method: 'PATCH', headers, body: '{"name":"B"}' })
    if (answer.status !== ${status}) process.exit(1)`
  const words = ['--', process.execPath, '--input-type=module', '-e', source]
  return run(svcEmulator, ['why', '--budget', '10m', ...words], tmpdir(), {
    env: process.env as Record<string, string>,
  })
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
