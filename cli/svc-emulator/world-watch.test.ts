import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serveHere } from '../../tests/helpers/cli/running.ts'
import { until } from '../../tests/helpers/until.ts'

const ada = { 'x-api-key': 'svc-key-ada-admin' }

it('loads a changed scenario again, and keeps the old world when the new one is wrong', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'svc-')), 'watched.yaml')
  const scenario = (alias: string) =>
    `scenario: 1\nname: watched\nabout: A world that is watched.\nworld:\n  records:\n    orgs: [{ alias: ${alias}, visibility: public }]\n`
  await writeFile(file, scenario('before'))
  const server = await serveHere(file, '--watch')
  const status = async (org: string) => (await fetch(`${server.url}/orgs/${org}`, { headers: ada })).status
  expect(await status('before')).toBe(200)
  await writeFile(file, scenario('after'))
  await until(() => expect(server.err).toMatch(/watched\.yaml changed; the world starts again/))
  const { origin } = new URL(server.url)
  const control = async (path: string) => (await fetch(`${origin}/__emulator${path}`)).json()
  const reload = { number: 2, via: 'watch', unit: 'reload', did: 'watch: watched.yaml changed', request: null }
  expect(await control('/journal?via=watch')).toMatchObject({ entries: [reload] })
  expect(await control('/bundle')).toMatchObject({ journal: [reload] })
  expect(await control('/journal/2/changes')).toMatchObject({
    changed: [{ table: 'orgs', fields: [{ field: 'name' }, { field: 'alias', before: 'before', after: 'after' }] }],
  })
  expect([await status('before'), await status('after')]).toEqual([404, 200])
  await writeFile(file, 'scenario: 1\nname: [\n')
  await until(() => expect(server.err).toMatch(/the world stays as it was/))
  expect(await status('after')).toBe(200)
})

it('keeps the world that it watches, whatever is wrong with any file of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-'))
  await mkdir(join(folder, 'fixtures', 'deep'), { recursive: true })
  const [scenario, fixture, included] = [
    join(folder, 'watched.yaml'),
    join(folder, 'fixtures', 'orgs.yaml'),
    join(folder, 'fixtures', 'deep', 'more.yaml'),
  ]
  const text = {
    scenario:
      'scenario: 1\nname: watched\nabout: A world of three files.\nworld:\n  fixtures: [starter, ./fixtures/orgs.yaml]\n',
    fixture: (alias: string, name = 'orgs') =>
      `fixture: 1\nname: ${name}\nincludes: [./deep/more.yaml]\nrecords:\n  orgs: [{ alias: ${alias}, visibility: public }]\n`,
    included: (alias: string) =>
      `fixture: 1\nname: more\nrecords:\n  orgs: [{ alias: ${alias}, visibility: public }]\n`,
  }
  await Promise.all([
    writeFile(scenario, text.scenario),
    writeFile(fixture, text.fixture('one')),
    writeFile(included, text.included('two')),
  ])
  const server = await serveHere(scenario, '--watch')
  const held = async () => {
    const statuses = await Promise.all(
      ['one', 'two', 'three'].map(async (org) => (await fetch(`${server.url}/orgs/${org}`, { headers: ada })).status),
    )
    return statuses.map((status) => status === 200)
  }
  let read = 0
  /** Waits until a note names `file`, perhaps beside others whose change was seen with it, and goes on with `rest`. */
  const says = async (file: string, rest: RegExp) => {
    const expected = new RegExp(`${file}(, [\\w.]+)* changed${rest.source}`)
    await until(() => expect(server.err.slice(read)).toMatch(expected))
    read = server.err.length
  }
  await writeFile(included, text.included('three'))
  await says('more.yaml', /; the world starts again/)
  expect(await held()).toEqual([true, false, true])
  // Mistakes that are found when the world is made: an unknown field, bad syntax, a missing file, a folder in place of
  // a file.
  await writeFile(included, text.included('one'))
  await says('more.yaml', /, but the world stays as it was:[^]*alias/)
  await writeFile(included, `${text.included('two')}surplus: 1\n`)
  await says('more.yaml', /, but the world stays as it was:[^]*surplus/)
  await writeFile(fixture, 'fixture: [')
  await says('orgs.yaml', /, but the world stays as it was:[^]*orgs\.yaml:\d+:\d+ /)
  await writeFile(scenario, text.scenario.replace('about: A', 'about: ['))
  await says('watched.yaml', /, but the world stays as it was:[^]*watched\.yaml:\d+:\d+ /)
  await rm(fixture)
  await says('orgs.yaml', /, but the world stays as it was:/)
  expect(await held()).toEqual([true, false, true])
  await Promise.all([
    writeFile(scenario, text.scenario),
    writeFile(included, text.included('two')),
    writeFile(fixture, text.fixture('three')),
  ])
  await until(async () => expect(await held()).toEqual([false, true, true]))
})
