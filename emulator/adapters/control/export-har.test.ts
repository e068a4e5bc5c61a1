import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { hostOf } from '../../host/instance-of.ts'
import { openSession } from '../../engine/kernel/realtime/connection.ts'
import { controlOf } from '../../../tests/helpers/control.ts'

const require = createRequire(import.meta.url)
const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object)
;(addFormats as unknown as (ajv: Ajv) => void)(ajv)
ajv.addSchema(Object.values(require('har-schema') as Record<string, object>))

function problems(har: unknown): unknown[] {
  ajv.validate('har.json#', har)
  return ajv.errors ?? []
}

async function used() {
  const control = controlOf({ trace: true })
  await control.api('POST', '/blobs/acme', { alias: 'logs', type: 'text' })
  await control.api('GET', '/blobs/acme/weights/revisions?limit=2')
  await control.api('GET', '/orgs/nowhere')
  await control.emulator.fetch('/v1/users/me?api_key=svc-key-ada-admin')
  await control.emulator.fetch('/v1/nowhere', {
    method: 'PUT',
    body: new Uint8Array([255, 0]),
    headers: { 'content-type': 'application/octet-stream' },
  })
  const session = openSession(hostOf(control.emulator), {
    url: '/v1/realtime',
    headers: ['x-api-key', 'svc-key-ada-admin'],
    send: () => {},
    close: () => {},
  })
  session.receive(
    JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'workflow.list_sessions', params: { org_id: 'acme' } }),
  )
  control.emulator.clock.advance('1h')
  return control
}

it('is an archive by the schema of HAR 1.2, without secrets', async () => {
  const { status, body } = await (await used()).get('/journal.har')
  expect(status).toBe(200)
  expect(problems(body)).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/svc-key-/)
  expect(problems({ log: { ...body.log, entries: [{ ...body.log.entries[0], time: 'soon' }] } })).not.toEqual([])
})

it('holds what was sent and answered, and what decided it', async () => {
  const {
    body: {
      log: { entries },
    },
  } = await (await used()).get('/journal.har')
  expect(entries).toHaveLength(6)
  expect(entries[0]).toMatchObject({
    startedDateTime: '2026-01-01T00:00:00.000Z',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/v1/blobs/acme',
      postData: { mimeType: 'application/json', text: '{"alias":"logs","type":"text"}' },
      bodySize: 30,
    },
    response: { status: 200, content: { mimeType: 'application/json' } },
    _svc: { number: 1, unit: 'POST /blobs/:org_id', caller: 'ada' },
  })
  expect(JSON.parse(entries[0].response.content.text)).toMatchObject({ status: 'success', blob: { alias: 'logs' } })
  expect(entries[1].request.queryString).toEqual([{ name: 'limit', value: '2' }])
  expect(entries[4].request).toMatchObject({ bodySize: 2 })
  expect(entries[4].request).not.toHaveProperty('postData')
  expect(entries[5]).toMatchObject({
    request: { url: 'ws://127.0.0.1:4010/v1/realtime' },
    response: { status: 101 },
    _webSocketMessages: [{ type: 'send' }, { type: 'receive' }],
  })
  expect(JSON.parse(entries[5]._webSocketMessages[0].data)).toMatchObject({
    method: 'workflow.list_sessions',
    params: { org_id: 'acme' },
  })
})

it('takes the filters of the journal, and names the world', async () => {
  const control = await used()
  expect((await control.get('/journal.har?status=404')).body.log.entries).toHaveLength(2)
  expect((await control.get('/journal.har?via=time')).status).toBe(400)
  await control.post('/worlds')
  await control.world('w1').api('GET', '/users/me')
  expect((await control.world('w1').get('/journal.har')).body.log.entries[0].request.url).toBe(
    'http://127.0.0.1:4010/w/w1/v1/users/me',
  )
  expect(await controlOf({ journal: false }).get('/journal.har')).toMatchObject({ status: 409 })
})
