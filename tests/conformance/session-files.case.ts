import { expect } from 'vitest'
import type { Case } from './suite.ts'

const admin = 'svc-key-ada-admin'
const path = '/workflow/sessions/run-01/files/notes%20%C3%A9.bin'
const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256)
const upload = {
  as: admin,
  body: bytes,
  headers: { 'content-type': 'application/octet-stream', 'x-request-body': '{"purpose":"test"}' },
}

export const sessionFiles: readonly Case[] = [
  {
    name: 'a file goes up with its envelope in X-Request-Body and comes down with one in X-Response-Body',
    clauses: [
      'envelope.binary.session-file-upload',
      'envelope.binary.session-file-download',
      'envelope.binary.file-is-the-body',
    ],
    assumptions: ['A-25'],
    async run(api) {
      const up = await api.request('PUT', path, upload)
      expect(up.body).toMatchObject({
        status: 'success',
        file: { name: 'notes é.bin', bytes: 300, parameters: { purpose: 'test' } },
      })
      const down = await api.get(path, admin)
      expect(down.status).toBe(200)
      expect(down.headers.get('content-type')).toBe('application/octet-stream')
      expect(Array.from(down.bytes)).toEqual(Array.from(bytes))
      const envelope = down.headers.get('x-response-body')!
      expect(envelope).toMatch(/^[\x20-\x7e]+$/)
      expect(JSON.parse(envelope)).toEqual(up.body)
    },
  },
  {
    name: 'a second upload replaces the first; failures answer the ordinary envelope',
    clauses: ['envelope.binary.session-file-upload', 'envelope.failure-has-error-and-message'],
    async run(api) {
      const first = await api.request('PUT', path, upload)
      const second = await api.request('PUT', path, { ...upload, body: new Uint8Array([7]) })
      expect(second.body.file).toMatchObject({ id: first.body.file.id, bytes: 1 })
      expect(Array.from((await api.get(path, admin)).bytes)).toEqual([7])
      expect(await api.get('/workflow/sessions/run-01/files/none', admin)).toMatchObject({
        status: 404,
        body: { status: 'failure', error: 'file_not_found' },
      })
      expect(await api.get('/workflow/sessions/nobody/files/none', admin)).toMatchObject({
        status: 404,
        body: { error: 'session_not_found' },
      })
      const headless = await api.request('PUT', path, {
        ...upload,
        headers: { 'content-type': 'application/octet-stream' },
      })
      expect(headless).toMatchObject({ status: 400, body: { error: 'invalid_request_body' } })
      expect(await api.request('PUT', path, { ...upload, as: 'svc-key-ben-admin' })).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      })
    },
  },
]
