import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { listenProxy } from '../cli/svc-emulator/record/listen-proxy.ts'
import { Recorder } from '../cli/svc-emulator/record/recorder.ts'
import { svcEmulator } from '../cli/svc-emulator/program.ts'
import { svc } from '../cli/svc/program.ts'
import { svcWorker } from '../cli/svc-worker/program.ts'
import type { DriftReport } from '../emulator/lab/drift/drift-report.ts'
import { newHome, run, type Ended } from './helpers/cli/in-process.ts'
import { DOWN, illAnswers, startIll, type IllService } from './helpers/ill-services.ts'

const KEY = 'svc-key-ada-admin'

let service: IllService | undefined
afterEach(async () => {
  await service?.close()
  service = undefined
})

const env = (url: string) => ({
  SVC_API_KEY: KEY,
  SVC_API_URL: url,
  SVC_REALTIME_URL: `${url.replace('http', 'ws')}/realtime`,
})
/** Longest wait for one answer, and for all, in milliseconds. */
interface Patience {
  readonly one: number
  readonly all: number
}

/** For services that answer, however busy the machine is. One that fails now and then is asked again all the time. */
const patient: Patience = { one: 60_000, all: 10_000 }
/** For services that have to be given up. */
const impatient: Patience = { one: 1_500, all: 4_000 }
const givenUp: readonly string[] = ['hangs', 'answers 429']

const lab = ({ one, all }: Patience) => ['--rate', '9999/s', '--budget', `${all}ms`, '--time-limit', `${one}ms`]

/** Output and exit code of a program. `file`: it wrote one. */
interface Said extends Partial<Ended> {
  readonly exit: number
  readonly text: string
  readonly file?: boolean
  readonly report?: DriftReport
}

const said = ({ exit, stdout, stderr }: Ended): Said => ({ exit, text: stdout + stderr })

/** Programs that are asked of each service. */
const programs = {
  async drift(url: string, patience: Patience): Promise<Said> {
    const argv = ['drift', '--target', url, ...lab(patience), '--only', 'users', '--reporter', 'json']
    const ended = await run(svcEmulator, argv, newHome(), { env: env(url) })
    return { ...said(ended), report: JSON.parse(ended.stdout) as DriftReport }
  },
  async pull(url: string, patience: Patience): Promise<Said> {
    const file = join(newHome(), 'acme.yaml')
    const argv = ['pull', '--target', url, '--org', 'acme', '-o', file, ...lab(patience)]
    const ended = await run(svcEmulator, argv, newHome(), { env: env(url) })
    return { ...said(ended), file: existsSync(file) }
  },
  async replay(url: string, patience: Patience): Promise<Said> {
    const file = join(newHome(), 'mine.scenario.yaml')
    const step = `{ http: GET /users/me, timeout: ${patience.one}, expect: { status: 200, body: { user: { alias: ada } } } }`
    writeFileSync(file, `scenario: 1\nname: mine\nas: ${KEY}\nsteps:\n  - ${step}\n`)
    return said(await run(svcEmulator, ['replay', file, '--target', url], newHome(), { env: env(url) }))
  },
  async record(url: string, patience: Patience): Promise<Said> {
    const lines: string[] = []
    const recorder = new Recorder(undefined, { kept: () => undefined, leftOut: (line) => lines.push(line) })
    const proxy = await listenProxy({ target: url, realtimeUrl: undefined, port: 0, host: '127.0.0.1' }, recorder)
    const ask = fetch(`${proxy.url}/users/me`, {
      headers: { 'x-api-key': KEY },
      redirect: 'manual',
      signal: AbortSignal.timeout(2 * patience.one),
    })
    const status = await ask.then(async (answer) => (await answer.body?.cancel(), answer.status)).catch(() => 0)
    await proxy.close()
    return { exit: status, text: lines.join('\n') }
  },
  async svc(url: string, patience: Patience): Promise<Said> {
    return said(await run(svc, ['whoami'], newHome(), { env: env(url), stopping: AbortSignal.timeout(patience.one) }))
  },
  async worker(url: string, patience: Patience): Promise<Said> {
    const stopping = AbortSignal.timeout(patience.one)
    return said(await run(svcWorker, ['start', '--once'], newHome(), { env: env(url), stopping }))
  },
} as const

type Program = keyof typeof programs

/** Expected exit codes and texts, by program; those of `record` are statuses that its client gets, 0 for no answer. */
type Row = Readonly<Record<Program, readonly [number, RegExp]>>

const gone: Row = {
  drift: [2, /does not answer/],
  pull: [2, /does not answer/],
  replay: [1, /no_answer|no answer/],
  record: [0, /(?:)/],
  svc: [1, /API_UNAVAILABLE/],
  worker: [1, /API_UNAVAILABLE/],
}
const row = (says: RegExp, status: number, client: RegExp, replayed: RegExp = /✗/): Row => ({
  drift: [2, says],
  pull: [2, says],
  replay: [1, replayed],
  record: [status, /(?:)/],
  svc: [1, client],
  worker: [1, client],
})
/** A service that is well, as it answers in ways that only an assumption forbids. */
const well: Row = {
  drift: [0, /"verdict": ?"held"/],
  pull: [0, /wrote/],
  replay: [0, /✓/],
  record: [200, /(?:)/],
  svc: [0, /Scope: full/],
  worker: [0, /ready at/],
}

const table: Readonly<Record<string, Row>> = {
  'answers 500 in the envelope': row(/answers 500 to GET \/users\/me/, 500, /failed \(HTTP 500 internal_error\)/),
  'answers 500 to all but /users/me': {
    ...well,
    drift: [2, /the service answers 500 to \d+ of 20 requests/],
    pull: [2, /cannot read an organization|answers 500/],
    svc: [0, /SCOPE_UNVERIFIED/],
  },
  'fails every other request': {
    ...well,
    replay: [0, /(?:)/],
    svc: [0, /SCOPE_UNVERIFIED/],
  },
  'answers 429': row(/takes no more requests for now/, 429, /takes no more requests for now \(HTTP 429\)/),
  'is behind a page to sign in at': row(
    /is not the API: GET \/users\/me is answered with a web page \(HTTP 200\)/,
    200,
    /a web page/,
  ),
  'redirects to another host': row(
    /redirects to https:\/\/elsewhere\.example\/v1\/users\/me/,
    307,
    /redirects to https:/,
  ),
  'is behind a gateway': row(/is answered with 502 by nginx/, 502, /HTTP 502/),
  'cuts its answers off': row(/breaks its answers off/, 200, /cut off/),
  hangs: { ...gone, svc: [1, /API_UNAVAILABLE/], worker: [0, /(?:)/] },
  'answers with a gzip bomb': row(/breaks its answers off/, 200, /larger than 4 MiB/),
  'answers foreign JSON': row(
    /is not the API: GET \/users\/me is answered without its envelope/,
    200,
    /does not answer like the API/,
  ),
  'refuses with foreign JSON': row(/is answered with 404/, 404, /does not answer like the API/),
  'refuses with an empty 401': row(/is answered with 401/, 401, /with no answer of the API \(HTTP 401\)/),
  'writes escape sequences': well,
  'has an organization with the alias of a user': { ...well, drift: [0, /A-64/] },
  'has other fields': { ...well, drift: [0, /further fields of User/] },
  'is an hour ahead': well,
}

it('has a row for each service', () => {
  expect(Object.keys(table)).toEqual(Object.keys(illAnswers))
})

/** Raw control characters, and lines that a log of GitHub would obey. */
// oxlint-disable-next-line no-control-regex
const RAW = /[\u0000-\u0008\u000b-\u001f\u202e]|^\s*::/m

describe.each(Object.entries(table))('a service that %s', (name, expected) => {
  it.each(Object.keys(programs) as Program[])('is asked by %s', async (program) => {
    service = await startIll(illAnswers[name]!)
    const { exit, text, file, report } = await programs[program](
      service.url,
      givenUp.includes(name) ? impatient : patient,
    )
    const [wanted, says] = expected[program]
    expect([exit, text]).toEqual([wanted, expect.stringMatching(says)])
    expect(text).not.toMatch(RAW)
    // A replay shows the requests of its scenario, which names the key.
    if (program !== 'replay') expect(text).not.toContain(KEY)
    if (file !== undefined) expect(file).toBe(exit === 0)
    if (report === undefined || exit !== 2) return
    expect(report.ill).toMatch(says)
    expect(report.facts.filter(({ assumed }) => assumed !== undefined)).toEqual([])
  })
})

it.each(Object.keys(programs) as Program[])('%s says that a service is down', async (program) => {
  const down: Row = { ...gone, replay: [2, /no server answers at/], record: [502, /could not be reached/] }
  const { exit, text } = await programs[program](DOWN, impatient)
  expect([exit, text]).toEqual([down[program][0], expect.stringMatching(down[program][1])])
})

it.each(['drift', 'pull', 'replay', 'record', 'svc'] as const)(
  '%s reaches a service that has IPv6 alone',
  async (program) => {
    service = await startIll(({ real }) => real(), '::1')
    expect((await programs[program](service.url, patient)).exit).toBe(well[program][0])
  },
)
