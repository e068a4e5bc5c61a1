import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Project, unpack } from '../../../tests/helpers/project.ts'

/** A file of node:test that asks once, and looks at the answer. */
const nodeTest = (path: string, looks: string, more = '') => `
import assert from 'node:assert/strict'
import test from 'node:test'
import { createEmulator } from 'svc-emulator'
test('asks', async () => {
  const answer = await (await createEmulator().fetch('/v1${path}', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })).json()
  ${looks}
})
${more}`

interface Found {
  readonly mutants: readonly {
    readonly id: string
    readonly status: string
    readonly metBy: readonly string[]
    readonly noticedBy?: readonly string[]
  }[]
}

describe('svc-emulator mutate, of a runner that tells which files failed,', () => {
  let unpacked: string
  let project: Project
  beforeAll(() => {
    unpacked = unpack()
    project = new Project(unpacked)
  })
  afterAll(async () => {
    await project.remove()
    rmSync(dirname(unpacked), { recursive: true, force: true })
  })

  const found = async (line: string) => {
    const { exit, output } = await project.run(
      `node_modules/.bin/svc-emulator mutate --reporter json --output found.json ${line}`,
    )
    expect({ exit, output }).toMatchObject({ exit: 0 })
    const { mutants } = JSON.parse(readFileSync(join(project.folder, 'found.json'), 'utf8')) as Found
    return { output, mutants, statuses: mutants.map(({ id, status }) => `${id} ${status}`) }
  }
  const only = '--only user.has-name,user.has-alias,identifiers.path,identifiers.uuid'
  /** Runs the command in a shell, where it is not known for node:test: each mutant has a start. */
  const slowly = (files: string) => found(`${only} -- sh -c "node --test ${files}"`)

  it('takes a server that a test of node:test starts for no test file', async () => {
    project.write(
      'server.mjs',
      `import { createEmulator } from 'svc-emulator'
const answer = await createEmulator().fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
console.log(await answer.text())`,
    )
    project.write(
      'served.test.mjs',
      `import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
test('serves', () => {
  const { stdout } = spawnSync(process.execPath, ['server.mjs'], { encoding: 'utf8' })
  assert.equal(JSON.parse(stdout).user.name, 'Ada')
})`,
    )
    project.write('org.test.mjs', nodeTest('/orgs/acme', `assert.equal(answer.status, 'success')`))
    const { mutants } = await found(`${only} -- node --test`)
    expect(mutants.find(({ id }) => id === 'user.has-name')).toMatchObject({ status: 'killed', metBy: [] })
  })

  it('tries mutants of several files of node:test in one start, with the verdicts of a start for each', async () => {
    const log = (name: string) => `import { appendFileSync } from 'node:fs'\nappendFileSync('${name}-ran', 'x')\n`
    project.write(
      'a/me.test.mjs',
      nodeTest('/users/me', `assert.equal(answer.user.name, 'Ada')`, `${log('me')}test('nothing', () => {})`),
    )
    project.write('a/org.test.mjs', nodeTest('/orgs/acme', `assert.equal(answer.status, 'success')`, log('org')))
    const fast = await found(`${only} -- node --test a/me.test.mjs a/org.test.mjs`)
    const started = readFileSync(join(project.folder, 'org-ran'), 'utf8').length
    expect(fast.mutants.find(({ id }) => id === 'user.has-name')).toMatchObject({
      status: 'killed',
      metBy: ['a/me.test.mjs'],
      noticedBy: ['a/me.test.mjs'],
    })
    rmSync(join(project.folder, 'org-ran'))
    expect((await slowly('a/me.test.mjs a/org.test.mjs')).statuses).toEqual(fast.statuses)
    expect(started).toBeLessThan(readFileSync(join(project.folder, 'org-ran'), 'utf8').length)
  })

  it('finds out files that depend on each other, and says so', async () => {
    project.write(
      'b/first.test.mjs',
      nodeTest(
        '/users/me',
        `const { writeFileSync } = await import('node:fs'); writeFileSync('b/name', String(answer.user.name))`,
      ),
    )
    project.write(
      'b/second.test.mjs',
      nodeTest(
        '/orgs/acme',
        `const { readFileSync, rmSync } = await import('node:fs')
  for (let n = 0; n < 100 && !(await import('node:fs')).existsSync('b/name'); n++) await new Promise((go) => setTimeout(go, 50))
  const name = readFileSync('b/name', 'utf8')
  rmSync('b/name')
  assert.equal(name, 'Ada')`,
      ),
    )
    const line = `${only} --jobs 1 -- node --test --test-concurrency=1 b/first.test.mjs b/second.test.mjs`
    const { output, statuses } = await found(line)
    expect(output).toContain('b/second.test.mjs: tests depend on those of other files')
    expect(statuses).toContain('user.has-name killed')
  })
})
