/** Minutes: vitest is started for each mutant, as it was before it stayed up. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askingAda as head,
  createMutateProject,
  statusesIn,
  writeSuite,
} from '../../../tests/helpers/mutate-project.ts'
import type { Project } from '../../../tests/helpers/project.ts'
import { thirtyTests } from '../../../tools/bench/workload/asking-suites.ts'

describe('svc-emulator mutate', () => {
  let project: Project
  beforeAll(() => {
    project = createMutateProject()
  })
  afterAll(() => project.remove())

  const suite = (name: string, files: Readonly<Record<string, string>>) => writeSuite(project, name, files)
  const statuses = (line: string) => statusesIn(project, line)
  // The thirty tests of the benchmark; one world that is reset; tests that lean on each other, leave promises and time
  // out.
  it.each<[string, Readonly<Record<string, string>>]>([
    ['thirty', thirtyTests],
    [
      'reset',
      {
        'a.test.js': `${head}
import { afterEach, describe } from 'vitest'
const emulator = createEmulator()
afterEach(() => emulator.reset())
describe('a user', () => {
  test('is asked for', async () => expect((await ask(emulator, '/users/me')).user.name).toBe('Ada'))
  test.fails('is somebody else', async () => expect((await ask(emulator, '/users/me')).user.role).toBe('read'))
})
test('lists', async () => expect((await ask(emulator, '/users/me/orgs')).orgs.length).toBeGreaterThan(0))
`,
      },
    ],
    [
      'leaning',
      {
        'a.test.js': `${head}
import { beforeAll } from 'vitest'
const emulator = createEmulator()
let me
beforeAll(async () => void (me = (await ask(emulator, '/users/me')).user))
test('keeps it', () => expect(me.alias).toBe('ada'))
test('changes it', async () => {
  await emulator.fetch('/v1/users/me', { ...asAda, method: 'PATCH', body: '{"name":"New"}', headers: { ...asAda.headers, 'content-type': 'application/json' } })
})
test('sees the change', async () => expect((await ask(emulator, '/users/me')).user.name).toBe('New'))
`,
        'b.test.js': `${head}
test('waits for ever', { timeout: 3_000 }, async () => {
  const { user } = await ask(createEmulator(), '/users/me')
  if (user.role !== 'owner') await new Promise(() => {})
})
test('looks', async () => expect((await ask(createEmulator(), '/users/me')).user.id).toBeTypeOf('string'))
`,
      },
    ],
  ])('comes to the verdicts of a start for each mutant: %s', async (name, files) => {
    suite(`same-${name}`, files)
    // A busy machine may take longer for a start than the limit that a look at the unbroken suite gives.
    const line = (more: string) => `--time-limit 2m -- npx vitest run --root same-${name} ${more}`
    const [kept, started] = [await statuses(line('')), await statuses(line('--isolate'))]
    expect(kept.statuses).toEqual(started.statuses)
    expect(started.output).toContain("vitest is started for each run: '--isolate'")
    expect(kept.statuses.filter((each) => !each.endsWith(' unmet')).length).toBeGreaterThan(30)
  })
})
