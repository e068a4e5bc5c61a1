import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describe as prose } from '../engine/checking/problems.ts'
import { validate } from './validate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-validate-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function listProblems(text: string, name = 's.yaml'): Promise<string[]> {
  const file = join(folder, name)
  await writeFile(file, text)
  const { problems } = await validate(file)
  return problems.map((problem) => prose(problem).replaceAll(`${folder}/`, ''))
}

const known = '(known: svc-key-ada-admin, svc-key-ada-read, svc-key-ben-admin, svc-key-bot-write, svc-key-acme-write)'
const head = 'scenario: 1\nname: s\nabout: x\n'

it.each<[string, string[]]>([
  [
    `${head}world:\n  records:\n    blobs:\n      - { alias: b, org: acmee }\n`,
    ["s.yaml:7:26 world.records.blobs[0].org: there is no org 'acmee', did you mean 'acme'?"],
  ],
  [
    `${head}world: { records: { blobs: [{ alias: notes, org: acme }] } }\n`,
    [
      "s.yaml:4:38 world.records.blobs[0].alias: another record of 'blobs' has the alias 'notes'; that record is in the fixture 'starter', records.blobs[1]",
    ],
  ],
  [
    `${head}world: { records: { orgs: [{ alias: ada }] } }\n`,
    [
      "s.yaml:4:37 world.records.orgs[0].alias: the user 'ada' has this alias: users, organizations and blobs share one space of aliases (A-64); that record is in the fixture 'starter', records.users[0]",
    ],
  ],
  [
    `${head}world:\n  records:\n    blobs: [{ alias: same, org: acme }]\n    users: [{ alias: one }, { alias: same }]\n`,
    [
      "s.yaml:6:22 world.records.blobs[0].alias: the user 'same' has this alias: users, organizations and blobs share one space of aliases (A-64); that record is in s.yaml:7:38",
    ],
  ],
  [
    `${head}world:\n  generate: { users: { count: 3, alias: 'u-{n}' } }\n  records: { orgs: [{ alias: u-2 }] }\n`,
    [
      "s.yaml:6:30 world.records.orgs[0].alias: the user 'u-2' has this alias: users, organizations and blobs share one space of aliases (A-64)",
    ],
  ],
  [
    `${head}world: { records: { sessions: [{ alias: ada, org: acme }], schedules: [{ alias: ada, org: acme, definition: ingest, every_seconds: 60 }] } }\n`,
    [],
  ],
  [
    `${head}triggers:\n  - when: { endpoint: GET /users/me, caller: adaa }\n    do: { drop: true }\n`,
    ["s.yaml:5:46 triggers[0].when.caller: there is no user 'adaa', did you mean 'ada'?"],
  ],
  [
    `${head}steps:\n  - http: GET /users/me\n    as: svc-key-ada-admn\n`,
    ["s.yaml:6:9 steps[0].as: no key or token of this world is 'svc-key-ada-admn', did you mean 'svc-key-ada-admin'?"],
  ],
  [`${head}steps:\n  - { http: GET /users/me, as: wrong, expect: { status: 401 } }\n`, []],
  [`${head}steps:\n  - { http: GET /users/me, as: wrong, expect: { status: { at_least: 400 } } }\n`, []],
  [`${head}steps:\n  - { http: GET /users/me, as: wrong, expect: { body: { status: failure } } }\n`, []],
  [`${head}steps:\n  - { call: workflow.list_sessions, as: wrong, expect: { code: { is: integer } } }\n`, []],
  [
    `${head}steps:\n  - { http: GET /users/me, as: wrong, expect: { body: { user: { alias: ada } } } }\n`,
    [`s.yaml:5:32 steps[0].as: no key or token of this world is 'wrong' ${known}`],
  ],
  [
    `${head}steps:\n  - change: { delete: { orgs: [acme, acmee] } }\n`,
    ["s.yaml:5:38 steps[0].change.delete.orgs[1]: there is no record 'acmee' in 'orgs', did you mean 'acme'?"],
  ],
  [
    `${head}steps:\n  - { http: POST /blobs/acme, as: svc-key-ada-admin, body: { alias: made, type: text } }\n  - change: { delete: { blobs: made } }\n`,
    [],
  ],
  [
    `${head}steps:\n  - change: [{ insert: { orgs: { alias: made } } }, { update: { orgs: { made: { name: Made } } } }]\n`,
    [],
  ],
  [
    `${head}triggers:\n  - { when: { endpoint: GET /users/me }, do: { insert: { orgs: { alias: made } } } }\nsteps:\n  - change: { delete: { orgs: made } }\n`,
    [],
  ],
  [`${head}steps:\n  - { http: POST /orgs, text: '{"alias":"made"}' }\n  - change: { delete: { orgs: made } }\n`, []],
  [`${head}steps:\n  - run: node client.js\n  - change: { delete: { orgs: made } }\n`, []],
  [
    `${head}steps:\n  - change: { insert: { api_keys: { key: made-key, user: ada, target: user, target_id: ada, role: admin } } }\n  - { http: GET /users/me, as: made-key }\n`,
    [],
  ],
  [
    `${head}steps:\n  - { http: GET /users/me, as: nope }\n  - { http: GET /users/me, as: nope }\n`,
    [
      `s.yaml:5:32 steps[0].as: no key or token of this world is 'nope' ${known}`,
      `s.yaml:6:32 steps[1].as: no key or token of this world is 'nope' ${known}`,
    ],
  ],
  [`${head}as: svc-key-nobody\n`, [`s.yaml:4:5 as: no key or token of this world is 'svc-key-nobody' ${known}`]],
  [
    `${head}as: ben\n`,
    ["s.yaml:4:5 as: no key or token of this world is 'ben' (known: svc-key-ben-admin, svc-token-ben)"],
  ],
])('%j', async (text, expected) => {
  expect(await listProblems(text)).toEqual(expected)
})

it('a fixture is built as a world, with what it includes', async () => {
  await writeFile(join(folder, 'base.yaml'), 'fixture: 1\nname: base\nrecords: { orgs: [{ alias: base-org }] }\n')
  expect(
    await listProblems(
      'fixture: 1\nname: f\nincludes: [./base.yaml]\nrecords: { blobs: [{ alias: b, org: base-org }] }\n',
      'f.yaml',
    ),
  ).toEqual([])
  expect(
    await listProblems(
      'fixture: 1\nname: f\nincludes: [./base.yaml]\nrecords: { blobs: [{ alias: b, org: base-org, typ: text }] }\n',
      'f.yaml',
    ),
  ).toEqual(["f.yaml:4:47 records.blobs[0].typ: unknown field, did you mean 'type'?"])
})

it('what is meant by a file that is not there, or is no scenario, is said', async () => {
  await writeFile(join(folder, 'Mine.yaml'), head)
  const refusal = (source: string) =>
    validate(source).catch((error: unknown) => (error as Error).message.replaceAll(folder, '…'))
  expect(await refusal(`${folder}\\Mine.yaml`)).toBe("there is no file …\\Mine.yaml, did you mean '…/Mine.yaml'?")
  expect(await refusal(join(folder, 'mine.yaml'))).toBe("there is no file …/mine.yaml, did you mean '…/Mine.yaml'?")
  expect(await listProblems('{ "compilerOptions": {} }', 'tsconfig.json')).toEqual([
    'tsconfig.json:1:1 not a scenario file: `scenario: 1` is missing',
  ])
  expect(await listProblems('{ "name": "mine", "version": "1.0.0", "type": "module" }', 'package.json')).toEqual([
    'package.json:1:1 not a scenario file: `scenario: 1` is missing',
  ])
  expect(await listProblems('scenaro: 1\nname: mine\n', 'slip.yaml')).toContain(
    "slip.yaml:1:1 scenaro: unknown field, did you mean 'scenario'?",
  )
})

it('a fixture says where the record stands that holds an alias, in another file too', async () => {
  await writeFile(join(folder, 'base.yaml'), 'fixture: 1\nname: base\nrecords: { users: [{ alias: same }] }\n')
  expect(
    await listProblems(
      'fixture: 1\nname: f\nincludes: [./base.yaml]\nrecords: { orgs: [{ alias: same }] }\n',
      'f.yaml',
    ),
  ).toEqual([
    "f.yaml:4:28 records.orgs[0].alias: the user 'same' has this alias: users, organizations and blobs share one space of aliases (A-64); that record is in base.yaml:3:29",
  ])
})

it('30,000 inline records load, with progress', async () => {
  const records = { sessions: Array.from({ length: 30_000 }, (_, n) => ({ alias: `s-${n}`, org: 'acme' })) }
  const file = join(folder, 'large.json')
  await writeFile(file, JSON.stringify({ scenario: 1, name: 'large', about: 'x', world: { records } }))
  const told: number[] = []
  const { problems, emulator } = await validate(file, { progress: (loaded) => told.push(loaded) })
  expect(problems).toEqual([])
  expect(emulator?.world.sessions.size).toBeGreaterThanOrEqual(30_000)
  expect(told).toEqual([10_000, 20_000, 30_000])
})

it('keeps more exchanges where steps run programs, however the scenario is read', async () => {
  const steps = [{ run: 'svc whoami', expect: { requests: { count: 1 } } }]
  const own = { scenario: 1, name: 's', about: 'x', steps }
  expect((await validate(own)).emulator!.journal.size).toBe(100_000)
  expect((await validate('client/logout')).emulator!.journal.size).toBe(100_000)
  expect((await validate({ ...own, steps: [] })).emulator!.journal.size).toBe(1_000)
})

it('looks at the fields of changes', async () => {
  const steps = [
    '- change: { insert: { orgs: { alias: x, colour: 1 } } }',
    '- change: [{ update: { orgs: { acme: { visibilty: private } } } }]',
    '- change: { insert: { sessions: [{ org: acme, alias: y }] } }',
  ]
  const text = `${head}steps:\n${steps.map((step) => `  ${step}\n`).join('')}`
  expect(await listProblems(text)).toEqual([
    expect.stringMatching(/^s\.yaml:5:43 steps\[0\]\.change\.insert\.orgs\.colour: unknown field/),
    expect.stringMatching(
      /^s\.yaml:6:\d+ steps\[1\]\.change\[0\]\.update\.orgs\.acme\.visibilty: unknown field, did you mean 'visibility'\?$/,
    ),
  ])
})

it.each([
  ['s.yaml', `${head}world: { records: { orgs: [{ alias: "o\u200bx" }] } }\n`, '4:39', '\\u200b'],
  ['f.yaml', 'fixture: 1\nname: f\nrecords: { orgs: [{ alias: "o\u202ex" }] }\n', '3:30', '\\u202e'],
])('warns of a character that nobody sees in %s, and of none that is escaped', async (name, text, place, shown) => {
  const file = join(folder, name)
  const warnings = async () => (await validate(file)).loaded?.warnings?.map((each) => prose(each).replace(folder, ''))
  await writeFile(file, text)
  const message = `a character that nobody sees: take it out, or write it as ${shown} in double quotes`
  expect(await warnings()).toEqual([`/${name}:${place} ${message}`])
  await writeFile(file, `\ufeff${text.replace(/[\u200b\u202e]/, shown)}`)
  expect(await warnings()).toEqual([])
})
