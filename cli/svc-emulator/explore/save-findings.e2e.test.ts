import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { loadScenario } from '../../../emulator/scenario/index.ts'
import type { Program } from '../../shared/command.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { explore } from '../explore.ts'
import { svcEmulator } from '../program.ts'
import { replay } from '../replay.ts'

const program: Program = { ...svcEmulator, commands: [explore, replay] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-saved-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })

/**
 * Common beginning of all clients: a call with a time limit that accepts only an envelope. A client that meets its limit
 * on a busy machine asks again: only clients that have to give up get a short one.
 */
const prelude = (limitMs: number) => `
import { WebSocket } from ${JSON.stringify(import.meta.resolve('ws'))}
const { SVC_API_URL: url, SVC_API_KEY: key, SVC_REALTIME_URL: realtime } = process.env
const headers = { 'X-API-Key': key, 'content-type': 'application/json' }
const limited = () => AbortSignal.timeout(${limitMs})
async function ask(method, path, body) {
  const response = await fetch(url + path, { method, headers, signal: limited(), ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.json().catch(() => ({ error: 'no answer of the API' }))
  if (answer.status !== 'success') throw new Error(answer.error)
  return answer
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
async function again(times, task, ms = 0) {
  for (let left = times; ; left--) {
    try { return await task() } catch (error) { if (left === 0) throw error; await pause(ms) }
  }
}
const failed = (error) => { console.error(error.message); process.exit(1) }
/** One call on a socket. */
const called = (method, params, ends) => new Promise((resolve, reject) => {
  const socket = new WebSocket(realtime, { headers })
  const over = (settle) => (value) => { clearTimeout(timer); socket.terminate(); settle(value) }
  const timer = setTimeout(over(reject), ends ? ${limitMs} : 60_000, new Error('no answer'))
  socket.on('open', () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })))
  socket.on('error', over(reject))
  if (ends) socket.on('close', () => over(reject)(new Error('closed')))
  socket.on('message', (data) => { const { id, result, error } = JSON.parse(data); if (id === 1 && result) over(resolve)(result); else if (error) over(reject)(new Error(error.message)) })
})
const mint = () => ask('POST', '/api-keys/target/org/acme', { role: 'read', description: 'for the build' })
const isMinted = async () => (await ask('GET', '/api-keys/target/org/acme')).api_keys.some(({ description }) => description === 'for the build')
async function objects(isOver, next = (page) => page.cursor) {
  const keys = []
  for (let cursor; ;) {
    const page = await ask('POST', '/workflow/list_session_objects', { session_id: 'run-01', ...(cursor && { cursor }) })
    keys.push(...page.objects.map(({ key }) => key))
    if (isOver(page)) return keys
    cursor = next(page, cursor)
  }
}
async function sessions(ofGone) {
  const found = []
  for (let start; start !== null;) {
    const page = await ask('POST', '/workflow/list_sessions', { org_id: 'acme', ...(start && { start_session_id: start }) }).catch(ofGone)
    found.push(...page.sessions.map(({ alias }) => alias))
    start = page.last_session_id
  }
  return found
}
async function committed(isOver) {
  const { operation } = await ask('POST', '/revisions/00000000-0000-4000-8000-0000000000e4/commit')
  while (!isOver((await ask('GET', '/operations/' + operation.id)).operation.status)) await pause(5)
  return 'committed'
}
const session = '00000000-0000-4000-8000-000000000207'
const deleted = async (named) => {
  const { session: found } = await ask('POST', '/workflow/get_session', { session_id: session })
  await ask('POST', '/workflow/delete_session', { session_id: found[named] })
  return 'deleted'
}
const say = (value) => console.log(typeof value === 'string' ? value : JSON.stringify(value))
`

/** A client with a mistake, the options that find it, and the corrected client. */
interface Row {
  readonly verdict: string
  readonly fault: string
  /** Part of the fault that suffices. */
  readonly only?: string
  readonly flags?: readonly string[]
  readonly wrong: string
  readonly right: string
}

const rows: readonly Row[] = [
  {
    verdict: 'hung',
    fault: 'late-answer',
    wrong: "say((await (await fetch(url + '/users/me', { headers })).json()).user.alias)",
    right: "say((await ask('GET', '/users/me').catch(failed)).user.alias)",
  },
  {
    verdict: 'hung',
    fault: 'stalled-body',
    wrong:
      "const limit = new AbortController()\nconst timer = setTimeout(() => limit.abort(), 1000)\nconst response = await fetch(url + '/users/me', { headers, signal: limit.signal }).finally(() => clearTimeout(timer))\nsay((await response.json()).user.alias)",
    right: "say((await ask('GET', '/users/me').catch(failed)).user.alias)",
  },
  {
    verdict: 'wrong-world',
    fault: 'lost-answer',
    wrong: "await again(1, mint).catch(failed); say('minted')",
    right: "await again(1, async () => await isMinted() || mint()).catch(failed); say('minted')",
  },
  {
    verdict: 'crashed',
    fault: 'gateway',
    only: 'gateway:502',
    wrong: "say(JSON.parse(await (await fetch(url + '/users/me', { headers })).text()).user.alias)",
    right: "say((await ask('GET', '/users/me').catch(failed)).user.alias)",
  },
  {
    verdict: 'wrong-output',
    fault: 'gateway',
    only: 'gateway:502',
    wrong: "say(await ask('GET', '/users/me').then(({ user }) => user.alias, () => 'nobody'))",
    right: "say((await ask('GET', '/users/me').catch(failed)).user.alias)",
  },
  {
    verdict: 'leaked-secret',
    fault: 'no-answer',
    only: 'no-answer',
    wrong: "await ask('GET', '/users/me').catch(({ message }) => failed(new Error(message + ' with ' + key)))",
    right: "await ask('GET', '/users/me').catch(failed)",
  },
  {
    verdict: 'leaked-secret',
    fault: 'refusal',
    only: 'refusal:unauthenticated',
    wrong: "await ask('GET', '/users/me').catch(() => ask('GET', '/users/me?key=' + key)).catch(failed)",
    right: "await again(1, () => ask('GET', '/users/me')).catch(failed)",
  },
  {
    verdict: 'storm',
    fault: 'refusal',
    only: 'refusal:internal_error-lasting',
    wrong: "await again(90, () => ask('GET', '/users/me')).catch(failed)",
    right: "await again(3, () => ask('GET', '/users/me'), 10).catch(failed)",
  },
  {
    verdict: 'storm',
    fault: 'page-sizes',
    only: 'page-sizes:empty',
    wrong:
      'say(await objects((page) => page.cursor === null, (page, cursor) => (page.objects.length === 0 ? cursor : page.cursor)).catch(failed))',
    right: 'say(await objects((page) => page.cursor === null).catch(failed))',
  },
  {
    verdict: 'wrong-output',
    fault: 'page-sizes',
    only: 'page-sizes:of-one',
    wrong: 'say(await objects((page) => page.cursor === null || page.objects.length < 50).catch(failed))',
    right: 'say(await objects((page) => page.cursor === null).catch(failed))',
  },
  {
    verdict: 'wrong-output',
    fault: 'between-pages',
    only: 'between-pages:last',
    wrong: 'say(await sessions(() => ({ sessions: [], last_session_id: null })))',
    right: 'say(await sessions(failed))',
  },
  {
    verdict: 'silent-cut',
    fault: 'silent-cut',
    wrong: "say((await ask('GET', '/orgs/acme/blobs').catch(failed)).blobs)",
    right:
      "const { blobs } = await ask('GET', '/orgs/acme/blobs').catch(failed)\nsay({ blobs, whole: JSON.stringify(blobs).length < 900_000 })",
  },
  {
    verdict: 'wrong-world',
    fault: 'target-changes',
    only: 'target-changes:sessions-succeeded',
    wrong: "say(await deleted('alias').catch(failed))",
    right: "say(await deleted('id').catch(failed))",
  },
  {
    verdict: 'storm',
    fault: 'work-fails',
    wrong: "say(await committed((status) => status === 'succeeded').catch(failed))",
    right:
      "say(await committed((status) => { if (status === 'failed') throw new Error('it failed'); return status === 'succeeded' }).catch(failed))",
  },
  {
    verdict: 'wrong-output',
    fault: 'stale-answer',
    wrong:
      "const read = async () => { const { org } = await ask('GET', '/orgs/acme'); shown = org.name }\nlet shown\nawait ask('GET', '/users/me').catch(failed)\nawait Promise.all([read(), read()]).catch(failed); say(shown)",
    right:
      "let shown, last = 0\nconst read = async () => { const turn = ++last; const { org } = await ask('GET', '/orgs/acme'); if (turn === last) shown = org.name }\nawait ask('GET', '/users/me').catch(failed)\nawait Promise.all([read(), read()]).catch(failed); say(shown)",
  },
  {
    verdict: 'hung',
    fault: 'frames',
    only: 'frames:held',
    wrong: "say(Object.keys(await called('workflow.list_sessions', { org_id: 'acme' }, false).catch(failed)))",
    right: "say(Object.keys(await called('workflow.list_sessions', { org_id: 'acme' }, true).catch(failed)))",
  },
  {
    verdict: 'hung',
    fault: 'socket-ends',
    only: 'socket-ends:1011',
    wrong: "say(Object.keys(await called('workflow.list_sessions', { org_id: 'acme' }, false).catch(failed)))",
    right: "say(Object.keys(await called('workflow.list_sessions', { org_id: 'acme' }, true).catch(failed)))",
  },
  {
    verdict: 'wrong-output',
    fault: 'varied',
    only: 'varied:seed-11',
    wrong: "say((await ask('GET', '/users/me/orgs').catch(failed)).orgs.map((org) => Object.values(org)[1]))",
    right: "say((await ask('GET', '/users/me/orgs').catch(failed)).orgs.map((org) => org.name))",
  },
  {
    verdict: 'wrong-world',
    fault: 'no-answer then lost-answer',
    flags: ['--depth', '2'],
    only: 'no-answer,lost-answer',
    wrong: "await mint().catch(async () => await isMinted() || mint().catch(mint)).catch(failed); say('minted')",
    right: "await again(2, async () => await isMinted() || mint()).catch(failed); say('minted')",
  },
]

describe('a scenario of a finding', () => {
  it.each(rows)(
    '$verdict $fault fails with the client that has it, and passes with the one that is mended',
    async ({ verdict, fault, only = fault, flags = [], wrong, right }) => {
      const own = mkdtempSync(join(folder, 'found-'))
      const file = join(own, 'client.mjs')
      const common = prelude(verdict === 'hung' ? 2_000 : 10_000)
      writeFileSync(file, common + wrong)
      // Only a hung client should reach its limit: a storm takes as long as the machine allows.
      const limit = verdict === 'hung' ? '6s' : '30s'
      const found = await call(
        'explore',
        '--only',
        only,
        '--time-limit',
        limit,
        '--save',
        join(own, 'saved'),
        ...flags,
        '--',
        'node',
        file,
      )
      const name = `${verdict}-${fault.replaceAll(' ', '-')}.yaml`
      expect(existsSync(join(own, 'saved', name)), found.stdout + found.stderr).toBe(true)
      const saved = join(own, 'saved', name)
      const naive = await call('replay', saved)
      expect(naive, naive.stdout).toMatchObject({ exit: 1 })
      writeFileSync(file, common + right)
      const mended = await call('replay', saved)
      expect(mended, mended.stdout + mended.stderr).toMatchObject({ exit: 0 })
      // `start` serves the fault, too.
      const { scenario } = await loadScenario(saved)
      const { triggers = [], world: { generate = {}, settings: { request_ms: _, ...settings } = {} } = {} } = scenario
      expect([...triggers, ...Object.keys({ ...generate, ...settings })]).not.toEqual([])
      expect(
        (
          await createEmulator({ scenario: await loadScenario(saved) }).fetch('/v1/orgs/acme', {
            headers: { 'X-API-Key': 'svc-key-ada-admin' },
          })
        ).status,
      ).toBe(200)
    },
  )
})

const listed = `const has = async () => (await sessions(failed)).includes('once')
const make = () => ask('POST', '/workflow/create_session', { org_id: 'acme', alias: 'once' })
`

/** Makes a key behind a lock, and takes a lock for its own where its answer was lost. */
const locked = `
const lock = () => ask('POST', '/workflow/create_session', { org_id: 'acme', alias: 'lock' })
const hopeful = (error) => error.message === 'alias_taken' ? Promise.reject(error) : lock().catch((again) => again.message === 'alias_taken' || Promise.reject(again))
const make = async () => {
  if (!(await isMinted())) await mint()
  await ask('POST', '/workflow/delete_session', { session_id: 'lock' })
}
`

/** Adds a line to a file in HOME. */
const visits = (work: string): string => `
import { readFileSync, writeFileSync } from 'node:fs'
const file = process.env.HOME + '/visits'
const read = () => { try { return readFileSync(file, 'utf8') } catch { return '' } }
const write = (before) => writeFileSync(file, before + 'by ' + (process.env.MINE ?? 'the client') + '\\n')
${work}`

/** Clients that do together, or between two releases, what they do not alone, with their corrections. */
interface OutcomeRow {
  readonly id: string
  readonly flags: readonly string[]
  readonly wrong: string
  readonly right: string
  /** Text of the scenario. */
  readonly holds?: string
  /** No step can check it: a replay passes. */
  readonly isUntold?: true
  /** A client that leaves the right records, and crashes. */
  readonly crashing?: string
}
const outcomes: readonly OutcomeRow[] = [
  {
    id: 'doubled-record-api-keys-at-once',
    flags: ['--copies', '2'],
    wrong: 'if (!(await isMinted())) await mint()',
    right: `${listed}try { if (!(await isMinted())) { await make(); await mint() } } catch (error) { failed(error) }`,
    crashing: `${listed}if (!(await isMinted())) { await make(); await mint() }`,
  },
  {
    id: 'doubled-record-api-keys-with-lost-answer-at-once',
    flags: ['--copies', '2', '--only', 'workflow.create_session#1 over HTTP:lost-answer'],
    wrong: `${locked}await lock().catch(hopeful).then(make).catch(failed)`,
    right: `${locked}await lock().then(make).catch(failed)`,
    holds: 'copy: "1"',
  },
  {
    id: 'lost-update-home-at-once',
    flags: ['--same-home', '--beside', 'MINE=1 {client}'],
    wrong: visits('const before = read(); await isMinted(); write(before)'),
    right: visits('await isMinted(); write(read())'),
    holds: 'home: shared',
    isUntold: true,
  },
  {
    id: 'wrong-output-at-once',
    flags: ['--copies', '2'],
    wrong: `${listed}if (await has()) say('there'); else await make().catch(() => {}).then(() => say('made'))`,
    right: `${listed}if (await has()) say('there'); else await make().then(() => say('made'), () => say('there'))`,
  },
  {
    id: 'crashed-at-once',
    flags: ['--copies', '2'],
    wrong: `${listed}if (!(await has())) await make()`,
    right: `${listed}if (!(await has())) await make().catch(failed)`,
  },
  {
    id: 'hung-at-once',
    flags: ['--beside', 'SVC_API_KEY=svc-key-ada-admin MINE=1 {client}', '--time-limit', '4s'],
    wrong: `${listed}if (!(await has())) await make().catch(() => pause(3_600_000))`,
    right: `${listed}if (!(await has())) await make().catch(failed)`,
    holds: 'MINE: "1"',
  },
  {
    id: 'wrong-output-release',
    flags: ['--release', '{release}'],
    wrong:
      'let size\nsay(await objects((page) => page.cursor === null || page.objects.length < (size ??= page.objects.length)))',
    right: 'say(await objects((page) => page.cursor === null))',
    holds: 'under: { default_limit: 40 }',
  },
]

describe('a scenario of an outcome', () => {
  it.each(outcomes)(
    '$id is shown again, and passes once the client is mended',
    async ({ id, flags, wrong, right, holds = 'run:', isUntold, crashing }) => {
      const own = mkdtempSync(join(folder, 'found-'))
      const [file, release, saved] = [join(own, 'client.mjs'), join(own, 'next.json'), join(own, 'saved', `${id}.yaml`)]
      writeFileSync(file, prelude(60_000) + wrong)
      writeFileSync(release, '{ "default_limit": 40 }')
      const filled = flags.map((flag) => flag.replace('{client}', `node ${file}`).replace('{release}', release))
      const found = await call('explore', ...filled, '--save', join(own, 'saved'), '--', 'node', file)
      expect(existsSync(saved), found.stdout + found.stderr).toBe(true)
      expect(readFileSync(saved, 'utf8')).toContain(holds)
      const naive = await call('replay', saved)
      expect(naive, naive.stdout).toMatchObject({ exit: isUntold === true ? 0 : 1 })
      writeFileSync(file, prelude(60_000) + right)
      const mended = await call('replay', saved)
      expect(mended, mended.stdout + mended.stderr).toMatchObject({ exit: 0 })
      if (crashing === undefined) return
      writeFileSync(file, prelude(60_000) + crashing)
      const crashed = await call('replay', saved)
      expect(crashed, crashed.stdout).toMatchObject({ exit: 1 })
    },
  )
})
