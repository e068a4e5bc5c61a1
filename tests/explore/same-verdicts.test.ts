/** Runs that wait side by side come to the verdicts of runs one after the other. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { programSubject } from '../../emulator/lab/subjects/program.ts'
import type { Emulator } from '../../emulator/host/emulator.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { Exploration } from '../../emulator/lab/explore/exploration.ts'
import { baseEmulator, firstAdminKey } from '../../emulator/lab/engine/base-emulator.ts'
import { Deadline } from '../../emulator/lab/engine/deadline.ts'
import { WorldSubject } from '../../emulator/lab/engine/world-subject.ts'
import { functionSubject, type Run, type SubjectFunction } from '../../emulator/lab/subjects/function.ts'
import type { ExploreOptions } from '../../emulator/lab/explore/options.ts'
import { runAll } from '../../emulator/lab/explore/run-all.ts'
import type { Client } from '../../emulator/lab/engine/client.ts'
import { ask } from './ask.ts'
import { pairs } from './planted.ts'

const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

/** Asks without a time limit. */
async function askNaively({ fetch, baseUrl, apiKey }: Run, path: string, body?: object): Promise<unknown> {
  const response = await fetch(baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(String(response.status))
  return response.json()
}

async function naive(run: Run): Promise<unknown> {
  const { user } = (await askNaively(run, '/users/me')) as { user: { name: string } }
  const { sessions } = (await askNaively(run, '/workflow/list_sessions', { org_id: 'acme' })) as { sessions: unknown[] }
  await askNaively(run, '/workflow/create_session', { org_id: 'acme', alias: 'mine' })
  return [user.name, sessions.length]
}

/** Repeats what fails after a pause, in which other runs go on. */
async function patient(run: Run): Promise<unknown> {
  for (let left = 2; ; left--) {
    try {
      return (await ask(run, 'GET', '/orgs/acme'))['org'] ?? 'none'
    } catch (error) {
      if (left === 0) throw error
      await pause(40)
    }
  }
}

/** Computes and waits between its calls. */
async function slow(run: Run): Promise<unknown> {
  const first = await ask(run, 'GET', '/users/me')
  await pause(25)
  const second = await ask(run, 'GET', '/users/ben')
  return [first, second]
}

/** One request at a time, whichever run it belongs to. */
let last: Promise<unknown> = Promise.resolve()
function inTurn(run: Run, path: string): Promise<unknown> {
  const mine = last.then(() => askNaively(run, path))
  last = mine.catch(() => {})
  return mine
}

/** A request that is under way is shared by all that ask for it, whichever run they belong to. */
const underWay = new Map<string, Promise<unknown>>()
function shared(run: Run, path: string): Promise<unknown> {
  const known = underWay.get(path)
  if (known !== undefined) return known
  const mine = askNaively(run, path).finally(() => underWay.delete(path))
  underWay.set(path, mine)
  return mine
}

const planted = (mistake: string): SubjectFunction => pairs.find((pair) => pair.mistake === mistake)!.wrong

const options: ExploreOptions = {
  // A body of some 6 KB takes as long as the limit.
  skip: ['slow-body', 'silent-cut'],
}

/** The verdict of each experiment, by its id. */
async function verdicts(
  subject: Client,
  base: Emulator,
  jobs: number,
  isAlone: boolean,
  timeLimit = '1500ms',
): Promise<string[]> {
  const given = { ...options, timeLimit }
  const deadline = new Deadline(undefined, undefined)
  const exploration = await Exploration.begin(new WorldSubject(subject, base), given, deadline)
  // Where no run counts as waiting, no other begins beside it.
  if (isAlone) Object.defineProperty(exploration, 'waitsAfterMs', { value: undefined })
  const { judged } = await runAll(exploration, given, { jobs })
  return judged.map(({ experiment, judgement }) => `${experiment.id}: ${judgement.verdict}`).toSorted()
}

describe.each<[string, SubjectFunction]>([
  ['has no time limit', naive],
  ['repeats after a pause', patient],
  ['pauses between calls', slow],
  ['asks one at a time in its process', (run) => inTurn(run, '/users/me').then(() => inTurn(run, '/orgs/acme'))],
  ['shares requests of its process', (run) => shared(run, '/users/me').then(() => shared(run, '/orgs/acme'))],
  [
    'asks side by side',
    (run) => Promise.all([ask(run, 'GET', '/users/me'), ask(run, 'GET', '/orgs/acme'), askNaively(run, '/users/ben')]),
  ],
  ['mints a key twice', planted('tries again without looking whether the work is done')],
  ['leaves a rejection', planted('leaves a rejection to nobody')],
])('a function that %s', (_, client) => {
  it('gets the verdicts of runs one after the other', async () => {
    const base = baseEmulator({})
    const subject = functionSubject(client, firstAdminKey(base))
    const together = await verdicts(subject, base, 1, false)
    expect(together).toEqual(await verdicts(subject, base, 1, true))
    expect(together.length).toBeGreaterThan(15)
  })
})

describe('a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-same-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const head = `const ask = async (path, more) => (await fetch(process.env.SVC_API_URL + path, { ...more, headers: { 'X-API-Key': process.env.SVC_API_KEY } })).json()\n`

  it.each([
    ['without a time limit', '1500ms', `console.log((await ask('/users/me')).user.name)`],
    [
      // Long enough for an answer beside four programs that start.
      'that looks at the verdict, with a time limit',
      '8s',
      `const { status, org } = await ask('/orgs/acme', { signal: AbortSignal.timeout(3_000) })
       if (status !== 'success') process.exit(1)
       console.log(org.name)`,
    ],
  ])('%s gets the verdicts of one program at a time', async (_, timeLimit, text) => {
    writeFileSync(join(folder, 'client.mjs'), head + text)
    const base = baseEmulator({})
    const server = await startServer({ emulator: base })
    try {
      const subject = programSubject({
        words: [process.execPath, join(folder, 'client.mjs')],
        server,
        apiKey: firstAdminKey(base),
        env: { PATH: process.env['PATH'] },
        cwd: folder,
        home: undefined,
      })
      const together = await verdicts(subject, base, 4, false, timeLimit)
      expect(together).toEqual(await verdicts(subject, base, 1, true, timeLimit))
    } finally {
      await server.close()
    }
  })
})
