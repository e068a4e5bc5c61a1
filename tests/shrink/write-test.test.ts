import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { installPython, pythonProblem } from '../docs/languages.ts'
import { createProject, type Project } from '../helpers/project.ts'

/** A page of one is taken for all; mended, the client asks for the next one. */
const client = `
export async function listRevisions(emulator) {
  const headers = { 'X-API-Key': 'svc-key-ada-admin' }
  const ask = async (more) =>
    (await emulator.fetch('/v1/blobs/acme/weights/revisions?limit=1' + more, { headers })).json()
  const { revisions, cursor } = await ask('')
  const next = []
  return [...revisions, ...next]
}
`
const mended = client.replace('[]', "cursor === null ? [] : (await ask('&cursor=' + cursor)).revisions")

const own = `
import { describe, expect, test } from 'vitest'
import { createEmulator } from 'svc-emulator'
import { listRevisions } from './client.mjs'
test('has several organizations', () => expect(createEmulator().world.orgs.size).toBeGreaterThan(1))
describe('revisions', () => {
  test("lists all, it's said", async () => {
    const emulator = globalThis.emulator ?? createEmulator()
    const listed = await listRevisions(emulator)
    if (listed.length === 1 && emulator.world.revisions.size > 1) throw new Error('a page is taken for all')
  })
})
`
/** An emulator that began before any file of tests. */
const early = `import { createEmulator } from 'svc-emulator'\nglobalThis.emulator = createEmulator()\n`
const config = `export default { test: { setupFiles: './early.mjs' } }\n`

let project: Project
const read = (name: string) => readFileSync(join(project.folder, name), 'utf8')
const isThere = (name: string) => existsSync(join(project.folder, name))

beforeAll(() => {
  project = createProject({
    'client.mjs': client,
    'own.spec.mjs': own,
    'early.mjs': early,
    'early.config.mjs': config,
    'served.test.mjs': `import { expect, test } from 'vitest'
test('asks', async () => expect((await fetch(process.env.SVC_API_URL + '/users/me')).status).toBe(200))`,
  })
})
afterAll(() => project.remove())

it('writes the test of vitest that fails, which passes once the client is mended', async () => {
  const line = `npx svc-emulator shrink -o repro.json --write-test -- npx vitest run own.spec.mjs -t "lists all"`
  const { exit, output } = await project.run(line)
  expect({ exit, output }).toEqual({
    exit: 0,
    output: expect.stringMatching(/Test: npx vitest run repro\.spec\.mjs\n$/),
  })
  expect(JSON.parse(read('repro.json'))).toMatchObject({ about: expect.stringContaining('438 records to 7') })
  const red = await project.run('npx vitest run repro.spec.mjs')
  expect(red).toEqual({ exit: 1, output: expect.stringContaining('Error: a page is taken for all') })
  expect(red.output).toMatch(/1 failed \| 1 skipped/)
  project.write('client.mjs', mended)
  const green = await project.run('npx vitest run repro.spec.mjs')
  project.write('client.mjs', client)
  expect(green).toEqual({ exit: 0, output: expect.stringMatching(/1 passed \| 1 skipped/) })
})

it('keeps no test that fails in another world than the one of the file, and leaves the file that was there', async () => {
  project.write('early.spec.mjs', '// mine\n')
  const line = `npx svc-emulator shrink -o early.json --write-test -- npx vitest run own.spec.mjs --config early.config.mjs -t "lists all"`
  const { exit, output } = await project.run(line)
  expect({ exit, output }).toEqual({ exit: 1, output: expect.stringContaining('438 records to 7') })
  expect(output).toMatch(/no test is written: in early\.spec\.mjs, it fails otherwise: .*\n$/)
  expect(read('early.spec.mjs')).toBe('// mine\n')
  expect(isThere('early.json')).toBe(true)
})

it('refuses tests that ask a server, before it makes anything smaller', async () => {
  const line = 'npx svc-emulator shrink -o served.json --write-test -- npx vitest run served.test.mjs'
  const { exit, output } = await project.run(line)
  expect({ exit, output }).toEqual({
    exit: 2,
    output: expect.stringContaining('these tests ask the server in SVC_API_URL'),
  })
  expect(isThere('served.json')).toBe(false)
})

it.skipIf(pythonProblem() !== undefined)(
  'writes the test of pytest that fails, in a class and with a parameter',
  async () => {
    const crash = 'def place(org):\n    return ["private"].index(org["visibility"])\n'
    project.write('tests/visibility.py', crash)
    project.write('tests/test_orgs.py', testOrgs)
    project.write('few.yaml', few)
    installPython((name, lines) => project.standIn(name, lines))
    await project.run('pip install node_modules/svc-emulator/dist/pytest/*.whl')
    const env = { PYTHONDONTWRITEBYTECODE: '1' }
    const words = 'python3 -m pytest -p no:cacheprovider'
    const shrink = (place: string) =>
      project.run(
        `npx svc-emulator shrink -o ${place} --write-test -- ${words} --svc-scenario=few.yaml -k 'placed and acme'`,
        env,
      )
    const { exit, output } = await shrink('tests/small.yaml')
    const again = 'python3 -m pytest tests/test_small.py -p no:cacheprovider'
    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringContaining(`Test: ${again}\n`) })
    const red = await project.run(again, env)
    expect(red).toEqual({ exit: 1, output: expect.stringContaining("ValueError: 'public' is not in list") })
    expect(red.output).toMatch(/1 failed, 2 skipped/)
    project.write('tests/visibility.py', crash.replace('["private"]', '["private", "public"]'))
    expect(await project.run(again, env)).toEqual({ exit: 0, output: expect.stringMatching(/1 passed, 2 skipped/) })
    project.write('tests/visibility.py', crash)
    rmSync(join(project.folder, 'tests/test_small.py'))
    const elsewhere = await shrink('small.yaml')
    expect(elsewhere.output).toContain('it has to stand beside tests/test_orgs.py: expected -o tests/small.yaml\n')
    expect({ exit: elsewhere.exit, left: isThere('test_small.py') }).toEqual({ exit: 1, left: false })
  },
)

const few = `scenario: 1
name: few
world:
  fixtures: []
  records:
    users: [{ alias: ada }]
    orgs: [{ alias: acme, visibility: public }, { alias: other }]
    api_keys: [{ role: admin, target: user, target_id: ada }]
`

const testOrgs = `import pytest
from visibility import place


@pytest.fixture
def read(svc):
    return lambda alias: svc.get(f"/orgs/{alias}").json()["org"]


def test_has_two(svc_world):
    assert len(svc_world.records("orgs")) == 2


class TestOrgs:
    @pytest.mark.parametrize("alias", ["acme", "other"])
    def test_is_placed(self, read, alias):
        assert place(read(alias)) >= 0
`
