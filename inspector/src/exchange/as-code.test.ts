import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JournalEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import type { WorldKey } from '../try/keys.ts'
import { asCallStep, asCurl, asFetch, asHttpStep, toSendable } from './as-code.ts'

const key: WorldKey = { kind: 'api_key', secret: 'svc-key', caller: 'ada', label: '' }
const token: WorldKey = { ...key, kind: 'token', secret: 'svc-token' }
const api = 'http://127.0.0.1:4010/v1'

it('writes curl that a shell reads as it was meant', () => {
  const line = asCurl(api, { method: 'POST', path: '/orgs?x=$HOME', body: { name: "it's `here`" }, key })
  const words = execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
  expect(words).toEqual([
    'curl',
    '-X',
    'POST',
    '-H',
    'X-API-Key: svc-key',
    '--json',
    '{"name":"it\'s `here`"}',
    `${api}/orgs?x=$HOME`,
  ])
  expect(asCurl(api, { method: 'PUT', path: '/x', body: 'text', type: 'text/plain', key: token })).toBe(
    `curl -X PUT -H 'Authorization: Bearer svc-token' -H 'content-type: text/plain' --data-raw 'text' '${api}/x'`,
  )
  expect(asCurl(api, { method: 'GET', path: '/x', body: null, key: undefined })).toBe(`curl -X GET '${api}/x'`)
})

it('writes a fetch that sends the same', async () => {
  const code = asFetch(api, { method: 'POST', path: '/orgs', body: { name: 'a' }, key })
  const sent: unknown[] = []
  const call = new Function('fetch', `return (async () => ${code})()`) as (fetch: unknown) => Promise<void>
  await call((...given: unknown[]) => sent.push(...given))
  expect(sent).toEqual([
    `${api}/orgs`,
    { method: 'POST', headers: { 'X-API-Key': 'svc-key', 'content-type': 'application/json' }, body: '{"name":"a"}' },
  ])
})

it('writes steps that are YAML', () => {
  const sendable = { method: 'POST', path: '/orgs', body: { name: 'yes: no' }, key }
  expect(parse(asHttpStep(sendable, { status: 409, error: 'alias_taken' }))).toEqual([
    { http: 'POST /orgs', as: 'svc-key', body: { name: 'yes: no' }, expect: { status: 409, error: 'alias_taken' } },
  ])
  expect(parse(asHttpStep({ ...sendable, path: '/x?a=1#b: c', body: null, key: undefined }, undefined))).toEqual([
    { http: 'POST /x?a=1#b: c', as: 'none' },
  ])
  expect(parse(asCallStep('workflow.list_sessions', { org_id: 'acme' }, token, null))).toEqual([
    {
      call: 'workflow.list_sessions',
      as: { bearer: 'svc-token' },
      params: { org_id: 'acme' },
      expect: { result: { is: 'object' } },
    },
  ])
})

it('takes the request of an entry, without the version of its path', () => {
  const entry = {
    via: 'http',
    unit: 'POST /orgs',
    request: {
      method: 'POST',
      url: '/v1/orgs?x=1',
      headers: { 'content-type': 'application/json' },
      params: {},
      body: { a: 1 },
    },
  } as unknown as JournalEntry
  expect(toSendable(entry, key)).toEqual({ method: 'POST', path: '/orgs?x=1', body: { a: 1 }, type: undefined, key })
})
