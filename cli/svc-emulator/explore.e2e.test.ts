import { mkdirSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExploreReport } from '../../emulator/lab/explore/report.ts'
import { until } from '../../tests/helpers/until.ts'
import type { Program } from '../shared/command.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { explore } from './explore.ts'
import { svcEmulator } from './program.ts'
import { replay } from './replay.ts'

const program: Program = { ...svcEmulator, commands: [explore, replay] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-explore-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })

/** A client that walks a listing. `over` is its test for the last page. */
function client(name: string, over: string): string {
  const file = join(folder, name)
  writeFileSync(
    file,
    `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
let cursor, count = 0
for (;;) {
  const response = await fetch(url + '/workflow/list_session_objects', {
    method: 'POST', headers: { 'X-API-Key': key, 'content-type': 'application/json' }, body: JSON.stringify({ session_id: 'run-01', ...(cursor && { cursor }) }),
  })
  const page = await response.json()
  if (page.status !== 'success') { console.error(page.error); process.exit(1) }
  count += page.objects.length
  if (${over}) break
  cursor = page.cursor
}
console.log(count)
`,
  )
  return file
}

const ASKS = "fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })"

describe('svc-emulator explore --against', () => {
  const release = (name: string, retry: string) => {
    const file = join(folder, name)
    writeFileSync(
      file,
      `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const make = () => fetch(url + '/api-keys/target/org/acme', {
  method: 'POST', headers: { 'X-API-Key': key, 'content-type': 'application/json' }, body: '{"role":"read"}',
})
const response = await make()${retry}.catch(() => undefined)
if (response?.status !== 200) { console.error('no key'); process.exit(1) }
console.log('made')
`,
    )
    return file
  }
  const only = ['--only', 'lost-answer,no-answer']

  it('names the calls that a new release sends twice, with exit code 1', async () => {
    const [old, next] = [release('make-1.9.mjs', ''), release('make-2.0.mjs', '.catch(make)')]
    const name = 'POST /api-keys/target/:target/:target_id'
    const { exit, stdout, stderr } = await call('explore', ...only, '--against', `node ${old}`, '--', 'node', next)
    expect(stdout).toContain(`make-2.0.mjs sends ${name} twice; make-1.9.mjs sends it once.`)
    expect(stdout).toMatch(/^worse: the work is done and its answer is lost\n/)
    expect(stdout).toMatch(/\nbetter: the connection ends without an answer\n/)
    expect(stdout).toContain(`again: npx svc-emulator explore --case '${name}#1:lost-answer' -- node ${next}`)
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('1 experiment worse') })

    const same = await call('explore', ...only, '--against', `node ${next}`, '--', 'node', next)
    expect(same).toMatchObject({ exit: 0, stdout: expect.stringContaining(' 0 worse, 0 otherwise, 0 better') })
  })

  it('refuses flags that judge one client, and a command that cannot be read', async () => {
    const file = release('make.mjs', '')
    const accepted = release('accepted.yaml', '[]')
    for (const flags of [['--strict'], ['--depth', '2'], ['--accept', accepted]])
      expect(await call('explore', '--against', 'node a.mjs', ...flags, '--', 'node', file)).toMatchObject({
        exit: 2,
        stdout: '',
        stderr: expect.stringContaining(
          `--against compares two clients, and ${flags.join(' ').replace(` ${accepted}`, '')} judges one`,
        ),
      })
    expect(await call('explore', '--against', "node 'a.mjs", '--', 'node', file)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('is never closed'),
    })
  })
})

describe('svc-emulator explore', () => {
  const only = ['--only', 'page-sizes', '--jobs', '2']

  it('finds a client that stops at a short page, and saves a scenario that shows it', async () => {
    const file = client('naive.mjs', 'page.objects.length < 50 || page.cursor === null')
    const { exit, stdout, stderr } = await call('explore', ...only, '--save', join(folder, 'found'), '--', 'node', file)
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('1 finding') })
    expect(stdout).toContain('wrong-output: every page holds one record')
    expect(stdout).toContain('expected {"exit":0,"stdout":120}, got {"exit":0,"stdout":1}')
    const saved = join(folder, 'found', 'wrong-output-page-sizes.yaml')
    expect(existsSync(saved), readdirSync(folder).join()).toBe(true)
    expect(readFileSync(saved, 'utf8')).toContain('page_rows: 1')
    expect((await call('replay', saved)).exit).toBe(1)
  })

  it('saves scenarios that fail as the experiments did, from any folder, and pass once the client is mended', async () => {
    const source = (looks: string) => `
import { readFileSync } from 'node:fs'
readFileSync(process.argv[2])
const response = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY }, signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
${looks}
console.log((await response.json()).user.alias)
`
    const file = join(folder, 'saved.mjs')
    writeFileSync(join(folder, 'settings.txt'), '')
    writeFileSync(
      file,
      source(
        "if (response?.status === 404) throw new Error('gone')\nif (response === undefined) { console.error('sent ' + process.env.SVC_API_KEY); process.exit(1) }\nif (response.status !== 200) { console.error(response.status); process.exit(1) }",
      ),
    )
    const from = (name: string) => relative(process.cwd(), join(folder, name))
    const { stderr } = await call(
      'explore',
      '--only',
      'refusal,no-answer',
      '--save',
      join(folder, 'each'),
      '--',
      'node',
      from('saved.mjs'),
      from('settings.txt'),
    )
    expect(stderr).toContain('2 scenarios in ')
    expect(readdirSync(join(folder, 'each')).toSorted()).toEqual([
      'crashed-refusal.yaml',
      'leaked-secret-no-answer.yaml',
    ])
    const saved = ['crashed-refusal', 'leaked-secret-no-answer'].map((name) => join(folder, 'each', `${name}.yaml`))
    const said = await Promise.all(saved.map(async (name) => (await call('replay', name)).stdout))
    expect(readFileSync(saved[0]!, 'utf8')).toContain('${scenario_folder}/../saved.mjs')
    expect(readFileSync(saved[0]!, 'utf8')).not.toContain(folder)
    expect(said[0]).toContain('stderr: expected text without the forbidden text')
    expect(said[0]).toContain('Error: gone')
    expect(said[1]).toContain('stderr: expected text without the forbidden text')
    writeFileSync(
      file,
      source("if (response?.status !== 200) { console.error('no answer of the API'); process.exit(1) }"),
    )
    for (const name of saved) expect((await call('replay', name)).exit, name).toBe(0)
  })

  it('saves the world of the scenario that was explored', async () => {
    const world = join(folder, 'small.yaml')
    mkdirSync(join(folder, 'fixtures'))
    writeFileSync(
      join(folder, 'fixtures/more.yaml'),
      'fixture: 1\nname: more\nabout: Another.\nrecords: { orgs: [{ alias: more }] }\n',
    )
    writeFileSync(
      world,
      'scenario: 1\nname: small\nabout: One org more.\nworld: { seed: 7, fixtures: [starter, ./fixtures/more.yaml], records: { orgs: [{ alias: umbrella, name: Umbrella, visibility: public }] } }\nsteps: [{ http: GET /users/me, as: svc-key-ada-admin }]\n',
    )
    const file = join(folder, 'asks.mjs')
    writeFileSync(
      file,
      "const answer = await fetch(process.env.SVC_API_URL + '/orgs/umbrella', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })\nif (!answer.ok) process.exitCode = 1\nconsole.log((await answer.text()).length > 0)\n",
    )
    const { exit } = await call(
      'explore',
      world,
      '--only',
      'broken-answer',
      '--save',
      join(folder, 'of-a-scenario'),
      '--',
      'node',
      file,
    )
    expect(exit).toBe(1)
    const saved = join(folder, 'of-a-scenario', readdirSync(join(folder, 'of-a-scenario'))[0]!)
    expect(readFileSync(saved, 'utf8')).toMatch(
      /umbrella[^]*truncate|truncate[^]*umbrella|empty[^]*umbrella|umbrella[^]*empty/,
    )
    expect(readFileSync(saved, 'utf8')).toContain('../fixtures/more.yaml')
    expect((await call('replay', saved)).exit).toBe(1)
  })

  it('has nothing to say of one that goes on to the null cursor', async () => {
    const { exit, stdout } = await call('explore', ...only, '--', 'node', client('careful.mjs', 'page.cursor === null'))
    expect(exit).toBe(0)
    expect(stdout).toContain('0 findings')
  })

  it('finds one that parses the page of a proxy as JSON, and not one that looks before', async () => {
    const source = (parse: string) => `
const response = await fetch(process.env.SVC_API_URL + '/users/me', { headers: { 'X-API-Key': process.env.SVC_API_KEY } })
const text = await response.text()
${parse}
console.log(envelope.user.alias, 'of', process.env.SVC_API_URL)
`
    const [naive, careful] = [join(folder, 'parses.mjs'), join(folder, 'looks.mjs')]
    writeFileSync(naive, source('const envelope = JSON.parse(text)'))
    writeFileSync(
      careful,
      source(
        "if (response.headers.get('content-type') !== 'application/json') { console.error('no answer of the API: ' + response.status); process.exit(1) }\nconst envelope = JSON.parse(text)",
      ),
    )
    const found = JSON.parse(
      (await call('explore', '--only', 'gateway', '--reporter', 'json', '--', 'node', naive)).stdout,
    )
    expect(found.findings).toMatchObject([
      { verdict: 'crashed', fault: 'gateway', because: expect.stringMatching(/^at \S*parses\.mjs:4:\d+\n/) },
    ])
    // The address of the run is not reported as a difference.
    expect(found.masks).toEqual([])
    expect((await call('explore', '--only', 'gateway', '--', 'node', careful)).exit).toBe(0)
  })

  it('finds one that trusts the order of answers, shows the smallest order, and saves a scenario that replays it', async () => {
    const file = join(folder, 'names.mjs')
    writeFileSync(
      file,
      `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const names = []
const get = (path) => fetch(url + path, { headers: { 'X-API-Key': key } })
// An open connection takes the first request, so that requests arrive in the same order in every run.
await (await get('/users/me')).text()
await Promise.all(['acme', 'ada-lab', 'ada-lab'].map(async (org) => {
  const response = await get('/orgs/' + org)
  names.push((await response.json()).org.alias)
}))
console.log(names.join())
`,
    )
    const { exit, stdout } = await call(
      'explore',
      '--only',
      'answer-order',
      '--save',
      join(folder, 'orders'),
      '--',
      'node',
      file,
    )
    expect(exit).toBe(1)
    expect(stdout).toMatch(
      / {2}in this order:\n {4}1\. GET \/orgs\/\S+.* is sent\n {4}2\. GET \/orgs\/\S+.* is sent\n {4}3\. GET .+ is answered\n {4}4\. GET .+ is answered\n/,
    )
    const saved = join(folder, 'orders', 'wrong-output-answer-order.yaml')
    expect(readFileSync(saved, 'utf8')).toMatch(/order: *\[?\s*(?:- )?['"]?GET \/orgs\/:org_id#\d is answered/)
    expect((await call('replay', saved)).exit).toBe(1)
  })

  it('finds one that opens its socket again and again, and not one that gives up', async () => {
    const opens = (times: string) => `
import { WebSocket } from ${JSON.stringify(import.meta.resolve('ws'))}
const opened = () => new Promise((resolve) => {
  const socket = new WebSocket(process.env.SVC_REALTIME_URL + '?api_key=' + process.env.SVC_API_KEY, { handshakeTimeout: 1000 })
  socket.on('open', () => resolve(socket)).on('error', () => resolve())
})
let socket
for (let left = ${times}; socket === undefined && left > 0; left--) socket = await opened()
if (socket === undefined) { console.error('the socket does not open'); process.exit(1) }
socket.close()
console.log('opened')
`
    const [naive, careful] = [join(folder, 'opens-on.mjs'), join(folder, 'gives-up.mjs')]
    writeFileSync(naive, opens('Infinity'))
    writeFileSync(careful, opens('3'))
    const report = async (file: string) =>
      JSON.parse(
        (await call('explore', '--only', 'socket-opening', '--reporter', 'json', '--', 'node', file)).stdout,
      ) as ExploreReport
    expect((await report(naive)).findings).toMatchObject([
      {
        verdict: 'storm',
        because: 'more than 50 calls (51 of them openings of sockets)',
        cases: [{ fault: 'socket-opening:bad-gateway-1-lasting' }],
      },
    ])
    const { findings, experiments } = await report(careful)
    expect(findings).toEqual([])
    expect(experiments.filter(({ verdict }) => verdict === 'reported')).toMatchObject([
      { fault: 'socket-opening:bad-gateway-1-lasting' },
    ])
  })

  it('ends when it is told to: with what it found until then, and without anything that goes on', async () => {
    const file = join(folder, 'waits.mjs')
    const places = join(folder, 'places')
    writeFileSync(
      file,
      `import { appendFileSync } from 'node:fs'\nprocess.on('SIGTERM', () => {})\nif ((await ${ASKS}).status !== 200) {\n  appendFileSync(${JSON.stringify(
        places,
      )}, process.pid + ' ' + process.env.HOME + '\\n')\n  setInterval(() => {}, 1000)\n}\n`,
    )
    const stopping = new AbortController()
    const ended = run(program, ['explore', '--only', 'refusal', '--jobs', '1', '--', 'node', file], folder, {
      env: process.env as Record<string, string>,
      stopping: stopping.signal,
    })
    await until(() => expect(existsSync(places)).toBe(true))
    stopping.abort()
    const { exit, stdout, stderr } = await ended
    expect({ exit, stderr }).toEqual({
      exit: 130,
      stderr: expect.stringContaining('stopped; this is what was found until then'),
    })
    expect(stdout).toMatch(
      /note: stopped before the end.*\nnot run, for lack of time: \d+ refusal\n0 experiments at 1 call/,
    )
    const [pid, home] = readFileSync(places, 'utf8').trim().split(' ') as [string, string]
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
    expect(existsSync(home)).toBe(false)
  })

  it.each([
    ['asks nobody', '1', 'made no call of the API, so nothing can be tried. Does it use the address that it is given?'],
    [
      'asks for what is not there',
      "await fetch(process.env.SVC_API_URL.replace('/v1', '/v2') + '/users/me')",
      'It requested GET /v2/users/me, which is not part of the API. Does it',
    ],
  ])('a client that %s has not survived anything', async (_, program, message) => {
    const { exit, stderr, stdout } = await call('explore', '--', 'node', '--input-type=module', '-e', program)
    expect({ exit, stderr, stdout }).toMatchObject({ exit: 2, stderr: expect.stringContaining(message), stdout: '' })
  })

  it.each([
    [['explore'], 'name the client after --'],
    [
      ['explore', '--only', 'GET /user/me', '--', 'node', '-e', ASKS],
      "makes no call 'GET /user/me', did you mean 'GET /users/me'? (its calls: GET /users/me#1)",
    ],
    [
      ['explore', '--only', 'gateway:505', '--', 'node', '-e', ASKS],
      "there is no 'gateway:505', did you mean 'gateway:502'? (known for this client: gateway:502, gateway:503, gateway:504, gateway:503-lasting)",
    ],
    [
      ['explore', '--key', 'svc-key-ada-admn', '--', 'node', '-e', ASKS],
      "the world has no key or token 'svc-key-ada-admn', did you mean 'svc-key-ada-admin'?",
    ],
    [['explore', '--', 'no-such-client'], "'no-such-client' cannot be started: not found"],
    [['explore', '--accept', 'none.yaml', '--', 'node', '-e', '1'], 'none.yaml'],
    [['explore', '--only', 'pagin', '--', 'node'], "there is no group or fault 'pagin', did you mean 'paging'?"],
    [['explore', '--', 'node', '-e', 'process.exit(3)'], 'fails without a fault, so nothing can be tried: exit code 3'],
    [['explore', '--home', 'nowhere', '--', 'node', '-e', '1'], '--home nowhere: there is no such folder'],
    [['explore', '--home', 'package.json', '--', 'node', '-e', '1'], '--home package.json: it is no folder'],
    [
      ['explore', '--', './nothing-here'],
      "fails without a fault, so nothing can be tried: './nothing-here' cannot be started: not found",
    ],
    [
      ['explore', '--case', 'nothing', '--', 'node', '-e', 'fetch(process.env.SVC_API_URL + "/users/me")'],
      "there is no experiment 'nothing'",
    ],
  ])('%j says what is wrong', async (words, message) => {
    const { exit, stderr } = await call(...words)
    expect(stderr).toContain(message)
    expect(exit).toBe(2)
  })
})
