import { expect, it } from 'vitest'
import { direct } from '../../../tests/conformance/direct.ts'

const admin = 'svc-key-ada-admin'

it('an empty file is a file', async () => {
  const { api } = direct()
  const path = '/workflow/sessions/run-02/files/empty'
  await api.request('PUT', path, {
    as: admin,
    headers: { 'content-type': 'application/octet-stream', 'x-request-body': '{}' },
  })
  const reply = await api.get(path, 'svc-key-ben-admin')
  expect([reply.status, reply.bytes.length]).toEqual([200, 0])
  expect(JSON.parse(reply.headers.get('x-response-body')!)).toMatchObject({ status: 'success', file: { bytes: 0 } })
})
