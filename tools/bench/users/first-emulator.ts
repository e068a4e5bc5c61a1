import { quantile, type Bench } from '../harness/measure.ts'
import { toEnd } from '../harness/processes.ts'
import { userProject } from '../harness/project.ts'

const timed = (imports: string, work: string) =>
  `${imports}\nconst started = performance.now()\n${work}\nconsole.log(performance.now() - started)\nprocess.exit()\n`

// Each begins in a process that has imported its library, as a test file has when its first test runs.
const programs = {
  ours: timed(`import { createEmulator } from 'svc-emulator'`, `createEmulator()`),
  msw: timed(
    `import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'`,
    `setupServer(http.get('http://api.svc.test/v1/users/:id', () => HttpResponse.json({}))).listen()`,
  ),
  nock: timed(`import nock from 'nock'`, `nock('http://api.svc.test').persist().get(/users/).reply(200, {})`),
  data: timed(
    `import { Collection } from '@msw/data'\nconst schema = { '~standard': { version: 1, vendor: 'bench', validate: (value) => ({ value }) } }`,
    `const users = new Collection({ schema })\nfor (let n = 0; n < 441; n++) await users.create({ id: String(n), alias: 'user-' + n })`,
  ),
} as const
type Program = keyof typeof programs
const names = Object.keys(programs) as Program[]

/** The first world of a test file. */
export const bench: Bench = {
  about:
    'The first createEmulator() of a process (the starter world, 441 records), beside the first mock of msw and nock and 441 records in @msw/data.',
  async run({ quick }) {
    const folder = userProject(Object.fromEntries(names.map((name) => [`${name}.mjs`, programs[name]])))
    const took: Record<Program, number[]> = { ours: [], msw: [], nock: [], data: [] }
    for (let round = 0; round < (quick ? 4 : 20); round++) {
      for (const name of names)
        took[name].push(Number((await toEnd(process.execPath, [`${folder}/${name}.mjs`])).output))
    }
    const best = (name: Program) => quantile(took[name], 0.25)
    return [
      { what: 'the first createEmulator()', value: best('ours'), unit: 'ms', atMost: 15 },
      { what: 'peer msw: the first setupServer(one handler).listen()', value: best('msw'), unit: 'ms' },
      { what: 'peer nock: the first interceptor', value: best('nock'), unit: 'ms' },
      { what: 'peer @msw/data: 441 records in a collection', value: best('data'), unit: 'ms' },
    ]
  },
}
