import { expect, it } from 'vitest'
import { BundleSource } from './bundle-source.ts'
import { eventData } from './events.ts'

it('reads events whose parts end anywhere', async () => {
  const text = ': open\n\nevent: exchange\nid: 1\ndata: {"a":"é"}\n\nid: 2\ndata: {"b":2}\n\nid: 3\nda'
  for (const size of [1, 7, 1_000]) {
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const heard: string[] = []
    for await (const data of eventData(body)) heard.push(data)
    expect(heard).toEqual(['{"a":"é"}', '{"b":2}'])
  }
})

it('answers from a file, and changes nothing', async () => {
  const source = new BundleSource(JSON.stringify({ svc_emulator_page: 1, answers: { '/journal': { entries: [] }, '/state': { tables: {} }, '/state?at=1&when=before': { tables: { users: 1 } } } }))
  expect(await source.call('GET', '/journal?show=lines')).toEqual({ entries: [] })
  expect(await source.call('GET', '/state?at=1&when=before')).toEqual({ tables: { users: 1 } })
  await expect(source.call('GET', '/state?at=2')).rejects.toMatchObject({ code: 'not_in_file' })
  await expect(source.call('GET', '/clock')).rejects.toMatchObject({ code: 'not_in_file' })
  await expect(source.call('POST', '/reset')).rejects.toMatchObject({ code: 'read_only' })
})

it('takes back what happened later', async () => {
  const trace = [
    { entry: 1, inserted: [{ table: 'users', id: 'u2', record: { id: 'u2' } }], changed: [], deleted: [] },
    { entry: 2, inserted: [], changed: [{ table: 'users', id: 'u1', record: {}, fields: [{ field: 'name', before: 'Old', after: 'New' }] }], deleted: [{ table: 'users', id: 'u3', record: { id: 'u3', alias: 'eve' } }] },
  ]
  const answers = { '/state': { tables: { users: 2 } }, '/state/users': { records: [{ id: 'u1', name: 'New' }, { id: 'u2' }], next: null } }
  const source = new BundleSource(JSON.stringify({ svc_emulator_page: 1, answers, trace }))
  expect(await source.call('GET', '/state/users/u1')).toEqual({ record: { id: 'u1', name: 'New' } })
  expect(await source.call('GET', '/state/users?at=2&when=after')).toMatchObject({ records: [{ name: 'New' }, { id: 'u2' }] })
  expect(await source.call('GET', '/state/users/eve?at=1&when=after')).toEqual({ record: { id: 'u3', alias: 'eve' } })
  expect(await source.call('GET', '/state?at=1&when=before')).toEqual({ tables: { users: 2 } })
  expect(await source.call('GET', '/state/users?at=1&when=before')).toEqual({ records: [{ id: 'u1', name: 'Old' }, { id: 'u3', alias: 'eve' }], next: null })
  await expect(source.call('GET', '/state?at=9')).rejects.toMatchObject({ code: 'not_in_file' })
})
