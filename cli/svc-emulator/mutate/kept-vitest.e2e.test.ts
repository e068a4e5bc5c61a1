import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askingAda as head,
  createMutateProject,
  statusesIn,
  writeSuite,
} from '../../../tests/helpers/mutate-project.ts'
import type { Project } from '../../../tests/helpers/project.ts'

describe('svc-emulator mutate, while vitest stays up,', () => {
  let project: Project
  beforeAll(() => {
    project = createMutateProject()
  })
  afterAll(() => project.remove())

  const suite = (name: string, files: Readonly<Record<string, string>>) => writeSuite(project, name, files)
  const statuses = (line: string) => statusesIn(project, line)
  const name = ['user.has-name killed', 'user.has-name/2 killed']

  it('runs the whole file where one world answers several tests', async () => {
    suite('sharing', {
      'a.test.js': `${head}
const emulator = createEmulator()
let user
test('asks', async () => void ({ user } = await ask(emulator, '/users/me')))
test('asks for another', async () => void (await ask(emulator, '/orgs/acme')))
test('looks', () => expect(user === undefined || user.name === 'Ada').toBe(true))
`,
    })
    expect((await statuses('--only user.has-name -- npx vitest run --root sharing')).statuses).toEqual(name)
  })

  it('runs the whole file where its tests keep state between them', async () => {
    suite('stateful', {
      'a.test.js': `${head}
let user
test('asks', async () => void ({ user } = await ask(createEmulator(), '/users/me')))
test('looks', () => expect(user).toMatchObject({ name: 'Ada' }))
`,
    })
    expect((await statuses('--only user.has-name -- npx vitest run --root stateful')).statuses).toEqual(name)
  })

  it('starts the command for what is met outside of test files', async () => {
    suite('outside', {
      'vitest.config.mjs': `export default { test: { globalSetup: './setup.mjs' } }`,
      'setup.mjs': `
import { startServer } from 'svc-emulator/server'
export default async ({ provide }) => {
  const server = await startServer()
  provide('api', server.url)
  return () => server.close()
}`,
      'a.test.js': `
import { expect, inject, test } from 'vitest'
test('asks', async () => {
  const response = await fetch(inject('api') + '/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect((await response.json()).user.name).toBe('Ada')
})`,
    })
    const { output, statuses: all } = await statuses('--only user.has-name -- npx vitest run --root outside')
    expect(all).toEqual(name)
    expect(output).toContain('vitest is started for each run: some of its statements are met outside of test files')
  })

  it('notices what fails outside of tests, and what tests side by side notice', async () => {
    suite('odd', {
      'late.test.js': `${head}
test('leaves a promise behind', async () => {
  const { user } = await ask(createEmulator(), '/users/me')
  if (user.name !== 'Ada') void Promise.reject(new Error('not Ada'))
})
`,
      'beside.test.js': `${head}
test.concurrent('one', async () => expect((await ask(createEmulator(), '/orgs/acme')).org.alias).toBe('acme'))
test.concurrent('two', async () => void (await ask(createEmulator(), '/orgs/acme')))
`,
    })
    const only = '--only user.has-name,identifiers.path'
    const { statuses: all } = await statuses(`${only} -- npx vitest run --root odd`)
    expect(all).toEqual((await statuses(`${only} -- npx vitest run --root odd --isolate`)).statuses)
    expect(all).toEqual(expect.arrayContaining(name))
  })

  it('notices what a hook at the end finds, and a test that looks at what others left', async () => {
    suite('end', {
      'hook.test.js': `${head}
import { afterAll } from 'vitest'
let user
test('asks', async () => void ({ user } = await ask(createEmulator(), '/users/me')))
afterAll(() => expect(user.name).toBe('Ada'))
`,
      'warnings.test.js': `${head}
const warnings = []
test('asks', async () => {
  const { user } = await ask(createEmulator(), '/users/me')
  if (user.alias !== 'ada') warnings.push('another alias')
})
test('nothing was warned of', () => expect(warnings).toEqual([]))
`,
    })
    const only = '--only user.has-name,user.has-alias'
    const { statuses: all } = await statuses(`${only} -- npx vitest run --root end`)
    expect(all).toEqual((await statuses(`${only} -- npx vitest run --root end --isolate`)).statuses)
    expect(all).toEqual([...name, 'user.has-alias killed', 'user.has-alias/2 killed'])
  })

  it('ends a test that a mutant keeps from ending, and goes on', async () => {
    suite('hanging', {
      'a.test.js': `${head}
test('spins', async () => {
  const { user } = await ask(createEmulator(), '/users/me')
  while (user.name === null) {}
})
test('looks', async () => expect((await ask(createEmulator(), '/users/me')).user.role).toBe('owner'))
`,
    })
    const { statuses: all } = await statuses(
      '--only user.has-name,user.role-owner-for-self --time-limit 15s -- npx vitest run --root hanging',
    )
    expect(all).toContain('user.has-name survived')
    expect(all).toContain('user.has-name/2 timeout')
    expect(all).toContain('user.role-owner-for-self killed')
  })

  it('takes the script of a project, and says why where it cannot', async () => {
    const { scripts: _, ...own } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8')) as {
      scripts?: object
    }
    const scripts = { test: 'vitest run careful.test.ts', both: 'node -e 1 && vitest run careful.test.ts' }
    project.write('package.json', JSON.stringify({ ...own, scripts }))
    const kept = await statuses('--only user.has-name -- npm test')
    expect(kept.output).not.toContain('vitest is started')
    const started = await statuses('--only user.has-name -- npm run both')
    expect(started.output).toContain(
      "vitest is started for each run: the script 'both' of package.json is more than one call of vitest",
    )
    expect([kept.statuses, started.statuses]).toEqual([name, name])
  })
})
