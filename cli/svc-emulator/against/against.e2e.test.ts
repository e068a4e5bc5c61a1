import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../../../tests/helpers/project.ts'

const suite = `
import { expect, test } from 'svc-emulator/vitest'
const ask = async (emulator, path) =>
  (await emulator.fetch('/v1' + path, { headers: { 'X-API-Key': 'svc-key-ada-admin' } })).json()
test('is told its name', async ({ emulator }) => {
  expect((await ask(emulator, '/users/me')).user.name).toBe('Ada')
})
test('asks for an organization', async ({ emulator }) => {
  await ask(emulator, '/orgs/acme')
})
`

interface Printed {
  clauses: { id: string; statement: string }[]
}

let project: Project
beforeAll(() => {
  project = createProject({ 'suite.test.ts': suite })
})
afterAll(() => project.remove())

it('adds the tests that met each changed sentence, and those that would notice', async () => {
  const { output: text } = await project.run('node_modules/.bin/svc-emulator clauses --reporter json')
  const printed = JSON.parse(text) as Printed
  for (const row of printed.clauses)
    if (['user.has-name', 'identifiers.path.accepts-alias', 'users.limits.self', 'client.json-output'].includes(row.id))
      row.statement = `Once ${row.statement}`
  writeFileSync(join(project.folder, 'old.json'), JSON.stringify(printed))
  const { exit, output } = await project.run(
    'node_modules/.bin/svc-emulator clauses --against old.json -- npx vitest run',
  )
  expect({ exit, output }).toMatchObject({ exit: 0 })
  const [name, alias, limits, client] = [
    'user.has-name',
    'identifiers.path.accepts-alias',
    'users.limits.self',
    'client.json-output',
  ].map((id) => output.split('\n\n').find((part) => part.includes(`changed: ${id}\n`)))
  expect(name).toMatch(
    /\n {2}met by: suite\.test\.ts > is told its name\n {2}would notice: suite\.test\.ts > is told its name/,
  )
  expect(alias).toMatch(
    /\n {2}met by: suite\.test\.ts > asks for an organization\n {2}would notice: none\n {2}not noticed: the emulator /,
  )
  expect(limits).toContain('\n  tests: none met it')
  expect(client).toContain('\n  tests: this release cannot break it')
})
