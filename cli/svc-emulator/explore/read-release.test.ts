import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRelease } from './read-release.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-release-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function read(document: object): ReturnType<typeof readRelease> {
  const file = join(folder, 'next.json')
  writeFileSync(file, JSON.stringify(document))
  return readRelease(file, undefined as never)
}

const facts = (...observations: object[]) => ({
  facts: 1,
  observations: observations.map((each) => ({ on: '2026-11-23', exchange: 'GET /users/me -> 200', ...each })),
})
const scenario = (rest: object) => ({ scenario: 1, name: 'next', ...rest })
const limit = { assumption: 'A-29', setting: 'default_limit', observed: 20 }
const gone = { assumption: 'A-7', setting: 'statuses.user_not_found', observed: 410 }
const ignores = { assumption: 'A-38', alternative: 'A-38/1', observed: 'Unknown fields are ignored.' }
const created = { assumption: 'A-45', about: 'status of POST /orgs', observed: 201, assumed: 200 }
const known = 'A-45: status of POST /orgs: observed 201, assumed 200'

it.each<[string, object, object, string[]]>([
  ['settings', { default_limit: 20 }, { default_limit: 20 }, []],
  ['settings by their name', { settings: { limits: { orgs_per_user: 1 } } }, { limits: { orgs_per_user: 1 } }, []],
  ['a scenario', scenario({ world: { fixtures: ['starter'], settings: { page_rows: 2 } } }), { page_rows: 2 }, []],
  [
    'a scenario with more than settings',
    scenario({ world: { settings: { page_rows: 3 } }, triggers: [], chaos: { rate: '1%' } }),
    { page_rows: 3 },
    [
      'triggers (only the settings of a scenario are a release)',
      'chaos (only the settings of a scenario are a release)',
    ],
  ],
  ['facts with settings', facts(limit, gone), { default_limit: 20, statuses: { user_not_found: 410 } }, []],
  ['facts with an alternative and a difference', facts(ignores, created), { otherwise: ['A-38/1'] }, [known]],
])('reads %s', async (_, document, rules, left) => {
  expect(await read(document)).toEqual({ rules, left })
})

it.each<[string, object, string]>([
  ['no setting', {}, 'expected at least one setting, such as `limits`'],
  [
    'a setting that is none',
    { settings: { defalt_limit: 2 } },
    "settings.defalt_limit: unknown field, did you mean 'default_limit'?",
  ],
  ['a setting of several requests', { order: [] }, 'order: not about one request, so releases cannot differ in it'],
  [
    'a scenario without settings',
    scenario({ world: {} }),
    'world: expected `settings`: they are what a release changes',
  ],
  [
    'facts that nothing follows',
    facts(created),
    `no observation has a setting or an alternative, so no request can be answered by it: ${known}`,
  ],
  ['facts with a mistake', facts({ ...limit, setting: 'defalt_limit' }), "did you mean 'default_limit'?"],
])('refuses %s', async (_, document, message) => {
  await expect(read(document)).rejects.toThrow(message)
})
