import { classifyTried } from './send.ts'
import { beforeAll, expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import type { Source } from '../source/source.ts'
import type { TimelineEntry } from '../../../emulator/engine/journal/journal-entry.ts'
import { keyFor, fetchKeys } from './keys.ts'
import { exampleTexts, nothingTyped, buildParams, buildRequest, typedFrom } from './request.ts'
import { fetchUnits, type TryUnit } from './units.ts'

let control: ReturnType<typeof controlOf>
let source: Source
let units: TryUnit[]

beforeAll(async () => {
  control = controlOf()
  source = new EmulatorInPage(control.emulator, 'here').main
  const { endpoints, commands } = await fetchUnits(source)
  units = [...endpoints, ...commands]
})

const unit = (name: string) => units.find((each) => each.name === name)!

it('knows every endpoint and command, once', () => {
  expect(units.length).toBeGreaterThan(90)
  expect(new Set(units.map(({ transport, name }) => `${transport} ${name}`)).size).toBe(units.length)
})

it('makes of each example a request that its endpoint takes', async () => {
  for (const each of units.filter(({ transport, bodyType }) => transport === 'http' && bodyType === undefined)) {
    const { method, path, body } = buildRequest(each, exampleTexts(each))
    const answer = await control.api(method, path, body)
    expect(answer.body?.error ?? '', `${each.name} ${path}: ${JSON.stringify(answer.body)}`).not.toMatch(
      /endpoint_not_found|method_not_allowed|invalid_request_body|invalid_limit/,
    )
  }
})

it('begins with what an entry sent', async () => {
  await control.api('GET', '/blobs/acme/weights/revisions?limit=2')
  const entry = control.emulator.journal.entries().at(-1) as unknown as TimelineEntry
  const typed = typedFrom(unit('GET /blobs/:org_id/:blob_id/revisions'), entry)
  expect(typed).toMatchObject({ path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: '2' } })
  expect(buildRequest(unit('GET /blobs/:org_id/:blob_id/revisions'), typed).path).toBe(
    '/blobs/acme/weights/revisions?limit=2',
  )
})

it('encodes what is typed, and leaves out what is empty', () => {
  expect(buildRequest(unit('GET /users/:user_id'), { ...nothingTyped, path: { user_id: 'a/b?c' } })).toEqual({
    method: 'GET',
    path: '/users/a%2Fb%3Fc',
    headers: {},
    body: undefined,
  })
  expect(
    buildParams(unit('workflow.list_sessions'), { ...nothingTyped, body: { org_id: 'acme', start_session_id: '' } }),
  ).toEqual({ org_id: 'acme' })
})

it('finds the keys of the world, and the one that a caller is most likely to have used', async () => {
  const keys = await fetchKeys(source)
  expect(keys.map(({ secret }) => secret)).toContain('svc-token-ada-as-bot')
  expect(keyFor(keys, 'ada')).toMatchObject({ secret: 'svc-key-ada-admin' })
  expect(keyFor(keys, 'build-bot')!.caller).toBe('build-bot')
  expect(keyFor(keys, 'nobody')).toBeUndefined()
})

it.each([
  [200, null, 'success'],
  [undefined, null, 'success'],
  [404, 'org_not_found', 'refused'],
  // Of a gateway: it has no code of the API.
  [403, null, 'refused'],
  [503, null, 'failed'],
  [undefined, 'internal_error', 'failed'],
])('an answer %s %s is shown as %s', (status, error, outcome) => {
  expect(classifyTried({ status, error })).toBe(outcome)
})
