import { beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { EmulatorInPage } from '../in-page/emulator-in-page.ts'
import { parseRoute } from '../route.ts'
import type { WorldKey } from './keys.ts'
import { isSafe } from '../is-safe.ts'
import { formatLink, linkTo, readLink, type Link } from './link.ts'
import { exampleTexts } from './request.ts'
import { fetchUnits, type TryUnit } from './units.ts'

let units: TryUnit[]
beforeAll(async () => {
  const source = new EmulatorInPage(createEmulator(), 'here').main
  const { endpoints, commands } = await fetchUnits(source)
  units = [...endpoints, ...commands]
})

const read = (hash: string) => readLink(units, parseRoute(hash).query as unknown as Link)
const ada = { kind: 'api_key', secret: 'svc-key-ada-read' } as WorldKey

describe('a link', () => {
  it.each([
    ['#try=GET /users/me&as=svc-key-ada-read', 'GET /users/:user_id', { path: { user_id: 'me' } }, 'svc-key-ada-read'],
    ['#try=get%20/v1/users/ada', 'GET /users/:user_id', { path: { user_id: 'ada' } }, undefined],
    [
      '#try=GET /blobs/acme/weights/revisions?limit=2&as=none',
      'GET /blobs/:org_id/:blob_id/revisions',
      { path: { org_id: 'acme', blob_id: 'weights' }, query: { limit: '2' } },
      'none',
    ],
    ['#try=POST /orgs&body={"alias":"x","name":"%26"}', 'POST /orgs', { body: { alias: 'x', name: '&' } }, undefined],
    [
      '#try=workflow.list_sessions&body={"org_id":"acme"}',
      'workflow.list_sessions',
      { body: { org_id: 'acme' } },
      undefined,
    ],
    ['#try=GET /users/%25', 'GET /users/:user_id', { path: { user_id: '%' } }, undefined],
  ])('%s names a request', (hash, name, typed, as) => {
    const asked = read(hash)
    expect([asked.unit.name, asked.as]).toEqual([name, as])
    expect(asked.typed).toMatchObject(typed)
  })

  it.each([
    [
      '#try=GET /nowhere',
      "The link names no endpoint: 'GET /nowhere'. Expected a method and a path, such as GET /users/me, or a command.",
    ],
    ['#try=workflow.list_session', "or a command, did you mean 'workflow.list_sessions'?"],
    ['#try=', "The link names no endpoint: ''."],
    ['#try=POST /orgs&body={', 'The body of the link cannot be read: expected JSON: '],
    ['#try=POST /orgs&body=[1]', 'The body of the link cannot be read: expected a JSON object.'],
  ])('%s says what is wrong', (hash, message) => {
    expect(() => read(hash)).toThrow(message)
  })

  it('of every form fills that form again', () => {
    for (const unit of units) {
      const hash = linkTo(unit, exampleTexts(unit), ada)
      // No sign in it ends a link in Markdown, or a word.
      expect(hash).toMatch(/^#try=[^\s()<>"'*[\]]+$/)
      const asked = read(hash)
      expect([asked.unit.name, linkTo(unit, asked.typed, ada)]).toEqual([unit.name, hash])
    }
  })

  it('can be read', () => {
    expect(formatLink({ try: 'GET /blobs/acme?limit=2&q=a b', as: 'none' })).toBe(
      '#try=GET%20/blobs/acme?limit=2%26q=a%20b&as=none',
    )
  })
})

it('is safe where it changes nothing', () => {
  const safe = units.map(({ name }) => name).filter(isSafe)
  expect(safe).toEqual(
    expect.arrayContaining(['GET /users/:user_id', 'workflow.list_sessions', 'workflow.check_definition']),
  )
  expect(safe.filter((name) => /POST|PUT|PATCH|DELETE|create|update|delete|start|cancel|put_/.test(name))).toEqual([])
})
