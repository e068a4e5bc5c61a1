import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../host/emulator.ts'
import { startServer } from '../../adapters/node/server.ts'
import { InProcessTarget, loadScenario, replay, transcriptOf, type ReplayResult, type Scenario } from '../index.ts'
import { createRunner, type StepRunner, type RunnerOptions } from './run-step.ts'
import { splitWords } from './words.ts'

const runners: StepRunner[] = []
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close()
})

async function play(
  steps: Scenario['steps'],
  options: RunnerOptions = {},
  rest: Partial<Scenario> = {},
): Promise<ReplayResult> {
  const scenario = await loadScenario({ scenario: 1, name: 'client', about: 'Runs a client.', steps, ...rest })
  const runner = createRunner(options)
  runners.push(runner)
  const target = new InProcessTarget(createEmulator({ scenario }), (emulator) => startServer({ emulator }))
  return replay(scenario, target, { run: runner.run })
}

function reasons({ steps, problems }: ReplayResult): string[] {
  return [...steps.filter(({ status }) => status === 'failed').flatMap((step) => step.reasons), ...problems]
}

/** A program in a few words of JavaScript. */
const node = (code: string, ...words: string[]): string[] => ['node', '-e', code, ...words]

it.each<[string, string[]]>([
  ['svc login --api-key-stdin', ['svc', 'login', '--api-key-stdin']],
  [`a 'b c' "d \\"e\\" $f" g\\ h ''`, ['a', 'b c', 'd "e" $f', 'g h', '']],
  ['  ', []],
])('wordsOf %j', (line, words) => {
  expect(splitWords(line)).toEqual(words)
})

it('wordsOf refuses a quote that is never closed', () => {
  expect(() => splitWords(`a 'b`)).toThrow(/never closed/)
})

describe('a run', () => {
  it('has a HOME of its own, the addresses of the server, the key of the caller and nothing else', async () => {
    process.env['SECRET_OF_OURS'] = 'x'
    const print = node('console.log(JSON.stringify(process.env))')
    const result = await play([
      {
        run: print,
        as: 'svc-key-ada-admin',
        env: { EXTRA: '${api_url}/x' },
        expect: {
          stdout: {
            json: {
              HOME: { contains: 'svc-home-' },
              SVC_API_KEY: 'svc-key-ada-admin',
              SVC_API_URL: { matches: '^http://127\\.0\\.0\\.1:\\d+/v1$' },
              SVC_REALTIME_URL: { contains: '/v1/realtime' },
              EXTRA: { matches: '/v1/x$' },
              SECRET_OF_OURS: { is: 'absent' },
            },
          },
        },
        save: { home: 'stdout.json.HOME' },
      },
      {
        run: print,
        as: 'none',
        env: { SVC_API_URL: null },
        expect: { stdout: { json: { HOME: '${home}', SVC_API_KEY: { is: 'absent' }, SVC_API_URL: { is: 'absent' } } } },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it('talks to the world that the other steps see', async () => {
    const code = `fetch(process.env.SVC_API_URL + '/blobs/acme/notes', { method: 'PATCH', headers: { 'x-api-key': process.env.SVC_API_KEY, 'content-type': 'application/json' }, body: '{"name":"From outside"}' }).then(async (r) => console.log(r.status))`
    const result = await play([
      { run: node(code), as: 'svc-key-ada-admin', expect: { stdout: '200' } },
      { http: 'GET /blobs/acme/notes', expect: { body: { blob: { name: 'From outside' } } } },
    ])
    expect(reasons(result)).toEqual([])
  })

  it('is given stdin and files, and leaves files behind', async () => {
    const code = `process.stdin.on('data', (d) => { const fs = require('fs'); fs.writeFileSync(process.env.HOME + '/out.json', JSON.stringify({ got: String(d) }), { mode: 0o640 }); console.error(fs.readFileSync(process.env.HOME + '/.svc/in.yaml', 'utf8')) })`
    const result = await play([
      {
        run: node(code),
        stdin: 'hello',
        files: { '.svc/in.yaml': { yaml: { default: null }, mode: '0644' } },
        expect: {
          stderr: { contains: 'default: null' },
          stdout: { empty: true },
          files: {
            'out.json': { json: { got: 'hello' }, mode: '0640', lacks: 'secret' },
            '.svc/in.yaml': { yaml: { default: null }, mode: '0644' },
            gone: 'absent',
          },
        },
        save: { got: 'files["out.json"].json.got' },
      },
      {
        run: node('console.log(process.argv[1])', '${got}'),
        files: { 'out.json': null },
        expect: { stdout: 'hello', files: { 'out.json': 'absent' } },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it('that differs says where', async () => {
    const result = await play([
      {
        run: node('console.log("a\\nb"); console.error("the key is k-123"); process.exitCode = 3'),
        expect: { stdout: { lines: ['a', 'c'] }, stderr: { lacks: 'k-123' }, files: { x: { text: 'y' } } },
      },
    ])
    expect(reasons(result)).toEqual([
      'exit: expected 0, got 3',
      'stdout.lines[1]: expected "c", got "b"',
      'stderr: expected text without the forbidden text, got text that contains it',
      'files.x: expected a file, got none',
    ])
    const again = await play([{ run: node('') }, { run: ['no-such-program-here'] }])
    expect(reasons(again)).toEqual(["'no-such-program-here' cannot be started: not found"])
  })

  it('may end in one of several ways', async () => {
    const failing = node('process.exitCode = 3')
    expect(reasons(await play([{ run: failing, expect: { exit: { at_least: 1, at_most: 3 } } }]))).toEqual([])
    expect(reasons(await play([{ run: failing, expect: { exit: { at_most: 2 } } }]))).toEqual([
      'exit: expected at most 2, got 3',
    ])
    const killed = { run: node('setInterval(() => {}, 1000)'), kill_after: { delay: '50ms' } }
    expect(reasons(await play([{ ...killed, expect: { signal: { matches: '^SIG(TERM|INT)$' } } }]))).toEqual([])
  })

  it('may have one of several things come true, and says of each why not', async () => {
    const says = (text: string, exit = 0) => node(`console.log('${text}'); process.exitCode = ${exit}`)
    const expect_ = { any_of: [{ exit: { at_least: 1 } }, { exit: 0, stdout: 'all' }] }
    expect(
      reasons(
        await play([
          { run: says('all'), expect: expect_ },
          { run: says('none', 4), expect: expect_ },
        ]),
      ),
    ).toEqual([])
    expect(reasons(await play([{ run: says('half'), expect: expect_ }]))).toEqual([
      'any_of[0].exit: expected at least 1, got 0',
      'any_of[1].stdout: expected "all", got "half"',
    ])
  })

  it('is judged by the requests that it makes and the records that it leaves', async () => {
    const code = (note: string) => `const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
      const mint = () => fetch(url + '/api-keys/target/org/acme', { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'application/json' }, body: '{"role":"read","description":"for the build"}' })
      mint().then(mint).then(() => fetch(url + '/users/me?note=' + ${note}))`
    const match = { description: 'for the build', role: 'read' }
    const right = {
      requests: { count: 3, lacks: 'svc-key-ben-admin' },
      records: [{ table: 'api_keys', match, count: 2 }, { table: 'api_keys', match }, { table: 'users' }],
    } as const
    expect(
      reasons(
        await play([
          { http: 'GET /users/me', as: 'svc-key-ada-admin' },
          { run: node(code("'none'")), expect: right as never },
        ]),
      ),
    ).toEqual([])
    const wrong = {
      requests: { count: { at_most: 2 }, lacks: 'svc-key-ada-admin' },
      records: [
        { table: 'api_keys', match, count: 1 },
        { table: 'orgs', match: { alias: 'none' } },
      ],
    } as const
    expect(reasons(await play([{ run: node(code('key')), as: 'svc-key-ada-admin', expect: wrong as never }]))).toEqual([
      'requests.count: expected at most 2, got 3',
      'requests: expected no credential but in headers, got a request with one in the address or the body, where the journal hides it',
      'records[0].count: expected 1 of api_keys with {"description":"for the build","role":"read"}, got 2',
      'records[1].count: expected at least 1 of orgs with {"alias":"none"}, got 0',
    ])
  })

  it('leaves the records of what was under way as they are once it is over', async () => {
    const code = `fetch(process.env.SVC_API_URL + '/revisions/00000000-0000-4000-8000-0000000000e4/commit', { method: 'POST', headers: { 'x-api-key': process.env.SVC_API_KEY } })`
    const match = { id: '00000000-0000-4000-8000-0000000000e4', phase: 'commit', status: 'ready' }
    const result = await play([
      { run: node(code), as: 'svc-key-ada-admin', expect: { records: [{ table: 'revisions', match, count: 1 }] } },
      // The world of the other steps is where it was.
      {
        http: 'GET /revisions/00000000-0000-4000-8000-0000000000e4',
        expect: { body: { revision: { id: match.id, status: { not: 'ready' } } } },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it('that does not end is stopped', async () => {
    const result = await play([{ run: node('setInterval(() => {}, 1000)'), timeout: '300ms' }])
    expect(reasons(result)).toContain('expected the program to end, got no end within the timeout')
  })

  it('is over when it ends, although what it left behind holds its output open', async () => {
    const leaves = (detached: boolean) =>
      node(
        `require('child_process').spawn('sleep', ['60'], { stdio: 'inherit', detached: ${detached} }).unref(); console.log('done')`,
      )
    expect(
      reasons(
        await play([
          { run: leaves(false), expect: { stdout: 'done' } },
          { run: leaves(true), expect: { stdout: 'done' } },
        ]),
      ),
    ).toEqual([])
  })

  it('that prints without end is ended', async () => {
    expect(
      reasons(
        await play([
          {
            run: ['yes', 'x'.repeat(10_000)],
            expect: { signal: 'SIGKILL', stderr: { contains: 'it printed more than 64 MiB on stdout' } },
          },
        ]),
      ),
    ).toEqual([])
  })

  it('that runs on can be told to stop', async () => {
    const result = await play([
      {
        run: node('console.log("ready"); setInterval(() => {}, 1000)'),
        kill_after: { line: 'ready' },
        expect: { signal: 'SIGTERM', stdout: 'ready' },
      },
      {
        run: node('process.on("SIGINT", () => process.exit(7)); console.log("ready"); setInterval(() => {}, 1000)'),
        kill_after: { line: 'ready', signal: 'SIGINT' },
        expect: { exit: 7 },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it.runIf(existsSync('/usr/bin/script'))('can be on a terminal that answers its prompts', async () => {
    const code = `const rl = require('readline').createInterface({ input: process.stdin, output: process.stdout }); rl.question('Name? ', (n) => rl.question('Key? ', (k) => { console.log('tty', process.stdin.isTTY, n, k); rl.close() }))`
    const result = await play([
      {
        run: node(code),
        terminal: [
          { expect: 'Name? ', send: 'ada\n' },
          { expect: 'Key? ', send: 'secret\n' },
        ],
        expect: { stdout: { contains: 'tty true ada secret' } },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it.runIf(existsSync('/usr/bin/script'))('can be typed to before it says anything', async () => {
    const code = `process.stdin.once('data', (d) => { console.log('got', String(d).trim()); process.exit() })`
    const result = await play([
      {
        run: node(code),
        terminal: [{ expect: '', send: 'first\n' }],
        expect: { stdout: { contains: 'got first' } },
      },
    ])
    expect(reasons(result)).toEqual([])
  })

  it('with a client of someone else runs that in place of svc, and skips the worker it has not', async () => {
    const result = await play(
      [{ run: 'svc whoami --json', expect: { stdout: 'mine whoami --json' } }, { run: 'svc-worker start' }],
      { client: `node -e "console.log('mine', ...process.argv.slice(1))" --` },
    )
    expect(result.steps.map(({ status }) => status)).toEqual(['passed', 'skipped'])
    expect(result.notes[0]).toContain('there is no client for svc-worker')
  })
})

it('a client is a file of the folder that the command was called in', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-client-'))
  try {
    writeFileSync(join(folder, 'svc'), '#!/bin/sh\necho mine $*\n', { mode: 0o755 })
    const result = await play([{ run: 'svc whoami', expect: { stdout: 'mine whoami' } }], {
      client: relative(process.cwd(), join(folder, 'svc')),
    })
    expect(reasons(result)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('the clauses about a client that a step shows', () => {
  const clause = 'client.login.api-key-stdin'

  it('count when it does what is expected, whichever client it is', async () => {
    const shows = [clause, 'client.exit-0-on-success'] as const
    const result = await play([{ run: 'svc login', shows: [...shows] }], { client: 'true' }, { clauses: [clause] })
    expect(reasons(result)).toEqual([])
    expect(result.clauses).toEqual(shows.map((id) => ({ id, count: 1 })))
  })

  it('count for each step that passed, and for none that failed or did not run', async () => {
    const failing = { run: node('process.exit(1)'), shows: [clause] } as const
    const { clauses } = await play([
      { run: node(''), shows: [clause] },
      { run: node(''), shows: [clause] },
      { ...failing, shows: [clause, 'client.exit-0-on-success'] },
      { run: node(''), shows: [clause] },
    ])
    expect(clauses).toEqual([{ id: clause, count: 2 }])
    expect((await play([{ run: 'svc-worker', shows: [clause] }], { client: 'true' })).clauses).toEqual([])
  })

  it('are missed where no step shows them', async () => {
    const missed = [`the clause ${clause} was not exercised`]
    expect((await play([{ run: node('') }], {}, { clauses: [clause] })).problems).toEqual(missed)
    const asked = await play([{ http: 'GET /users/me', as: 'svc-key-ada-admin' }], {}, { clauses: [clause] })
    expect(asked.problems).toEqual(missed)
  })
})

it('the transcript names folders and ports by what they are', async () => {
  const steps: Scenario['steps'] = [{ run: node('console.log(process.env.HOME, process.env.SVC_API_URL)') }]
  const first = transcriptOf([await play(steps)])
  expect(transcriptOf([await play(steps)])).toBe(first)
  expect(first).toContain('1 ~ ${api_url}')
})
