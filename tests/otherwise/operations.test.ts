import { expect, it } from 'vitest'
import { apiOf, decided } from './decided.ts'

const A = 'svc-key-ada-admin'
const SCOPED = 'svc-key-acme-write'

it('A-10/1: an operation on what is public is open only to those with a role on it', async () => {
  const of = async (...otherwise: string[]) => {
    const emulator = decided(...otherwise)
    const { api_keys: keys, users } = emulator.world
    users.insert({ alias: 'eve' })
    keys.insert({ key: 'eve', user: 'eve', target: 'user', target_id: 'eve', role: 'admin', created_by: 'eve' })
    return (await apiOf(emulator).get('/operations/00000000-0000-4000-8000-000000000e01', 'eve')).status
  }
  expect([await of(), await of('A-10/1')]).toEqual([200, 404])
})

it.each([
  ['A-11/1', 'POST', '/blobs/ada-lab', { alias: 'x', type: 'text' }],
  ['A-100/1', 'DELETE', '/blobs/ada-lab/draft', undefined],
])('%s: a scoped key finds no operation of %s %s', async (id, method, path, json) => {
  const of = async (...otherwise: string[]) => {
    const emulator = decided(...otherwise)
    const { operation } = (await apiOf(emulator).request(method, path, { as: A, ...(json && { json }) })).body
    emulator.clock.advance('1h')
    return (await apiOf(emulator).get(`/operations/${operation.id}`, SCOPED)).body.error
  }
  expect([await of(), await of(id)]).toEqual(['forbidden', 'operation_not_found'])
})
