import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMutateProject, mutateIn, reportIn } from '../../../tests/helpers/mutate-project.ts'
import type { Project } from '../../../tests/helpers/project.ts'

const ask = (path: string) =>
  `fetch(api + '${path}', { headers: { 'X-API-Key': 'svc-key-ada-admin' } }).then((response) => response.json())`

const careless = `
import { createEmulator } from 'svc-emulator'
import { test } from 'vitest'
test('asks for an organization', async () => {
  await createEmulator().fetch('/v1/orgs/acme', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
})
`

/** Of Playwright: a file that looks at its answer, and one that looks at nothing and notes that it ran. */
const watchful = `
import { expect, test } from 'svc-emulator/playwright'
test('is told its name', async ({ api, request }) => {
  const answer = await request.get(api.baseUrl + '/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect((await answer.json()).user.name).toBe('Ada')
})
`
const blind = `
import { appendFileSync } from 'node:fs'
import { test } from 'svc-emulator/playwright'
test('asks for an organization', async ({ api, request }) => {
  appendFileSync('blind-ran', 'x')
  await request.get(api.baseUrl + '/orgs/acme', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
})
`

const program = `
import { startServer } from 'svc-emulator/server'
const server = await startServer()
const api = server.url
const { user } = await ${ask('/users/me')}
await server.close()
process.exitCode = user?.name === 'Ada' ? 0 : 1
`

describe('svc-emulator mutate', () => {
  let project: Project
  beforeAll(() => {
    project = createMutateProject({
      'careless.test.ts': careless,
      'program.mjs': program,
      'mute.mjs': program.replace(/process\.exitCode.*/, ''),
    })
  })
  afterAll(() => project.remove())

  const mutate = (line: string) => mutateIn(project, line)
  const found = (line: string) => reportIn(project, line)

  it('knows of vitest which tests met a sentence, with the fixture and without', async () => {
    const { score, mutants } = await found('--only user.has-name,identifiers.path -- npx vitest run')
    const name = mutants.find(({ id }) => id === 'user.has-name')
    expect(name).toMatchObject({
      status: 'killed',
      metBy: ['careful.test.ts > is told its name'],
      files: ['careful.test.ts'],
    })
    const aliases = mutants.filter(
      ({ id, status }) => id.startsWith('identifiers.path.accepts-alias') && status !== 'unmet',
    )
    expect(aliases.length).toBeGreaterThan(0)
    for (const each of aliases)
      expect(each).toMatchObject({
        status: 'survived',
        metBy: ['careless.test.ts > asks for an organization'],
        files: ['careless.test.ts'],
      })
    expect(score.survived).toBe(aliases.length)
  })

  it('runs of vitest only the files that met it', async () => {
    project.write(
      'trace.test.ts',
      `import { appendFileSync } from 'node:fs'\nimport { test } from 'vitest'\ntest('meets nothing', () => appendFileSync('ran', 'x'))\n`,
    )
    await found('--jobs 1 --only user.has-name -- npx vitest run')
    expect(readFileSync(join(project.folder, 'ran'), 'utf8')).toBe('x')
  })

  it('does not take for a mutant what fails without the other files', async () => {
    // As a threshold of coverage does.
    project.write(
      'leaning/vitest.config.mjs',
      'export default { test: { reporters: [{ onTestRunEnd(files) { if (files.length < 2) process.exitCode = 1 } }] } }',
    )
    project.write('leaning/first.test.ts', careless)
    project.write('leaning/second.test.ts', `import { test } from 'vitest'\ntest('meets nothing', () => {})\n`)
    const { mutants } = await found('--only identifiers.path.accepts-alias -- npx vitest run --root leaning')
    expect(mutants.map(({ status }) => status)).toEqual(mutants.map(() => 'survived'))
  })

  it('notices what a program notices, and gives one that asserts nothing no point', async () => {
    const only = '--only user.has-name'
    expect((await found(`${only} -- node program.mjs`)).score).toMatchObject({ killed: 2, survived: 0, percent: 100 })
    expect((await found(`${only} -- node mute.mjs`)).score).toMatchObject({ killed: 0, survived: 2, percent: 0 })
  })

  it('runs of Playwright only the files that met a sentence', async () => {
    project.write('browser/playwright.config.ts', `export default { testDir: './deep', reporter: 'line' }`)
    project.write('browser/deep/watchful.spec.ts', watchful)
    project.write('browser/deep/blind.spec.ts', blind)
    const { mutants } = await found(
      '--jobs 1 --only user.has-name,identifiers.path.accepts-alias -- npx playwright test --config browser',
    )
    const [name, alias] = ['user.has-name', 'identifiers.path.accepts-alias'].map((wanted) =>
      mutants.filter(({ id }) => id.startsWith(wanted)),
    )
    for (const each of name!)
      expect(each).toMatchObject({
        status: 'killed',
        metBy: ['browser/deep/watchful.spec.ts > is told its name'],
        files: ['browser/deep/watchful.spec.ts'],
        noticedBy: ['browser/deep/watchful.spec.ts > is told its name'],
      })
    for (const each of alias!) expect(each).toMatchObject({ status: 'survived', files: ['browser/deep/blind.spec.ts'] })
    // Once without a mutant, once without the other file, and for the mutants that it met.
    expect(readFileSync(join(project.folder, 'blind-ran'), 'utf8')).toHaveLength(2 + alias!.length)
  })

  it('gives a suite that asserts nothing no point', async () => {
    const { score } = await found('--only identifiers,envelope,authentication -- npx vitest run careless.test.ts')
    expect(score).toMatchObject({ killed: 0, percent: 0 })
    expect(score.survived).toBeGreaterThan(5)
  })

  it('runs as many at a time as it is told to', async () => {
    // A run notes how many have begun, and ends when the second has; the first run, which has no mutant, is alone.
    const meeting = `import { mkdirSync, readdirSync, appendFileSync, existsSync } from 'node:fs'
const met = existsSync('at-a-time') ? 2 : 0
mkdirSync('running', { recursive: true }); mkdirSync('running/' + process.pid)
while (readdirSync('running').length < 1 + met) await new Promise((resolve) => setTimeout(resolve, 20))
appendFileSync('at-a-time', readdirSync('running').length - met / 2 + '\\n')
${program}`
    project.write('meeting.mjs', meeting)
    expect((await found('--only user.has-name --jobs 2 -- node meeting.mjs')).score.killed).toBe(2)
    expect(readFileSync(join(project.folder, 'at-a-time'), 'utf8')).toBe('1\n2\n2\n')
  })

  it('ends in time, and says what is left', async () => {
    project.write('hang-later.mjs', `${program}\nif (user?.name === null) setInterval(() => {}, 1000)\n`)
    const { exit, output } = await mutate('--only user.has-name --budget 15s --time-limit 10m -- node hang-later.mjs')
    expect({ exit, output }).toMatchObject({
      exit: 0,
      output: expect.stringMatching(/^1 of 1 mutant noticed, 0 missed\. .*1 not tried\./m),
    })
    expect(await mutate('--budget 1ms -- node program.mjs')).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the tests did not end within --budget'),
    })
  })

  it('takes survivors that are known, and says when they are noticed after all', async () => {
    project.write('known.yaml', 'user.has-name: nobody shows it\nuser.has-name/2: nor this\n')
    const line = '--only user.has-name --accept known.yaml --min 100'
    expect(await mutate(`${line} -- node mute.mjs`)).toMatchObject({
      exit: 0,
      output: expect.stringContaining('0 of 0 mutants noticed'),
    })
    expect((await mutate(`${line} -- node mute.mjs`)).output).toContain('2 accepted')
    expect(await mutate(`${line} -- node program.mjs`)).toMatchObject({
      exit: 0,
      output: expect.stringContaining('user.has-name in known.yaml is stale: a test notices it now'),
    })
    project.write('wrong.yaml', 'user.has-nme: a slip\n')
    expect(await mutate('--accept wrong.yaml -- node mute.mjs')).toMatchObject({
      exit: 2,
      output: expect.stringMatching(/wrong\.yaml:1:1 .*there is no mutant 'user\.has-nme'.*user\.has-name/),
    })
  })

  it('keeps the verdicts of an earlier report until a file changes, and fails again with what it found', async () => {
    const write = (last: string) =>
      project.write(
        'counted.mjs',
        `import { appendFileSync } from 'node:fs'\nappendFileSync('node_modules/counted', 'x')\n${last}`,
      )
    write(program.replace(/process\.exitCode.*/, ''))
    const line =
      '--only user.has-name --min 50 --since counted.json --reporter json -o counted.json -- node counted.mjs'
    const again = async (): Promise<object> => {
      project.write('node_modules/counted', '')
      const { exit } = await mutate(line)
      const { since, score } = JSON.parse(readFileSync(join(project.folder, 'counted.json'), 'utf8')) as {
        since: object
        score: object
      }
      const runs = readFileSync(join(project.folder, 'node_modules/counted'), 'utf8').length
      return { exit, since, score, runs }
    }
    expect(await mutate(line)).toMatchObject({
      exit: 2,
      output: expect.stringContaining('there is no file counted.json'),
    })
    expect(await mutate(line.replace('--since counted.json', ''))).toMatchObject({ exit: 1 })
    const kept = { exit: 1, since: { kept: 2, asked: 0 }, score: { survived: 2 } }
    expect(await again()).toMatchObject({ ...kept, runs: 1 })
    expect(await again()).toMatchObject({ ...kept, runs: 1 })
    write(program)
    expect(await again()).toMatchObject({ exit: 0, since: { kept: 0, asked: 2 }, score: { killed: 2 } })
  })

  it('keeps of vitest the verdicts of test files that did not change, and says what did', async () => {
    project.write('node_modules/last.json', '')
    // The files of the tests before, which run Playwright, are none of these.
    const line = '--only user.has-name,identifiers.path -- npx vitest run care'
    const first = await mutate(`--reporter json -o node_modules/last.json ${line}`)
    expect(first).toMatchObject({ exit: 0 })
    project.write('careless.test.ts', `${careless}// changed`)
    const { output } = await mutate(`--since node_modules/last.json ${line}`)
    project.write('careless.test.ts', careless)
    expect(output).toMatch(/^kept [1-9]\d*, asked [1-9]\d*: since node_modules\/last.json, careless.test.ts changed$/m)
    const again = await mutate(`--since node_modules/last.json ${line}`)
    expect(again.output).toMatch(/^kept [1-9]\d*, asked 0$/m)
  })

  it('writes the lines of jsonl as runs end', async () => {
    const copy = "if (existsSync('events.jsonl')) copyFileSync('events.jsonl', 'node_modules/seen.jsonl')"
    project.write('counted.mjs', `import { copyFileSync, existsSync } from 'node:fs'\n${copy}\n${program}`)
    await mutate('--only user.has-name --jobs 1 --reporter jsonl -o events.jsonl -- node counted.mjs')
    const read = (file: string): string[] =>
      readFileSync(join(project.folder, file), 'utf8')
        .trimEnd()
        .split('\n')
        .map((each) => (JSON.parse(each) as { event: string }).event)
    expect(read('node_modules/seen.jsonl')).toEqual(['began', 'tried'])
    expect(read('events.jsonl').slice(0, 3)).toEqual(['began', 'tried', 'tried'])
    expect(read('events.jsonl').at(-1)).toBe('ended')
  })

  it('says of a survivor what was broken, and how to see it again', async () => {
    const { exit, output } = await mutate('--only user.has-name --min 50 -- node mute.mjs')
    expect(exit).toBe(1)
    expect(output).toContain('survived: user.has-name\n  The specification: ')
    expect(output).toContain('Survived: no test failed although the emulator ')
    expect(output).toContain('Again: npx svc-emulator exec --broken user.has-name -- node mute.mjs')
    expect(output).toContain('0.0 % of the mutants were noticed, less than --min 50')
  })

  it('refuses tests that fail by themselves, with what they printed, and a command that is none', async () => {
    const failing = await mutate(`-- node -e "console.log('the reason'); process.exit(3)"`)
    expect(failing).toMatchObject({
      exit: 2,
      output: expect.stringMatching(
        /the tests fail as they are: exit code 3; ask for a reason with: npx svc-emulator why -- .+\nthe reason/,
      ),
    })
    expect(await mutate('-- ./nothing-here')).toMatchObject({
      exit: 2,
      output: expect.stringContaining("'./nothing-here' cannot be started"),
    })
    expect(await mutate('')).toMatchObject({ exit: 2, output: expect.stringContaining('name the tests after --') })
  })

  it('says so when nothing was met', async () => {
    expect(await mutate('-- node -e 1')).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the command met no clause'),
    })
  })

  it('lists apart what did not end in time', async () => {
    project.write('hang.mjs', `${program}\nif (process.exitCode === 1) setInterval(() => {}, 1000)\n`)
    const line = '--only user.has-name/2 --time-limit 10s'
    const { output } = await mutate(`${line} -- node hang.mjs`)
    expect(output).toContain('0 of 1 mutant noticed, 1 timed out, 0 missed')
    expect((await found(`${line} --timeouts-kill -- node hang.mjs`)).score.killed).toBe(1)
  })

  it('reports what there is after Ctrl-C', async () => {
    // The second mutant of the name never ends.
    project.write(
      'stop.mjs',
      `${program}\nimport { existsSync, writeFileSync } from 'node:fs'\nif (user?.name === null) { writeFileSync('hangs', ''); setInterval(() => {}, 1000) }\n`,
    )
    const { exit, output } =
      await project.run(`node_modules/.bin/svc-emulator mutate --only user --time-limit 10m -- node stop.mjs & pid=$!
while [ ! -e hangs ]; do sleep 0.1; done
kill -INT $pid; wait $pid`)
    expect(exit).toBe(130)
    expect(output).toMatch(/stopped; this is what was found until then/)
    expect(output).toMatch(/\d+ of [1-9]\d* mutants? noticed.*\. \d+ not tried/)
  })

  it('leaves nothing behind', () => {
    expect(existsSync(join(project.folder, 'coverage'))).toBe(false)
  })
})
