import { expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('keeps one file for a name, whatever its parameters', async () => {
  const { api, emulator } = direct()
  const put = (name: string, parameters: string, body: string) =>
    api.request('PUT', `/workflow/sessions/run-02/files/${name}`, {
      as: admin,
      body,
      headers: { 'content-type': 'application/octet-stream', 'x-request-body': parameters },
    })
  expect((await put('a', '{"v":1}', 'one')).body.file).toMatchObject({ name: 'a', bytes: 3, parameters: { v: 1 } })
  expect((await put('a', '{}', 'four')).body.file).toMatchObject({ bytes: 4, parameters: {} })
  expect((await put('b', '[]', 'x')).status).toBe(400)
  expect((await put('b', 'no json', 'x')).body).toMatchObject({
    error: 'invalid_request_body',
    message: expect.stringContaining('X-Request-Body'),
  })
  expect(emulator.world.files.size).toBe(2)
})
