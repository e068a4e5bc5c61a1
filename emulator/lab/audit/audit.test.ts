import { expect, it } from 'vitest'
import { catalog } from '../../service/catalog.ts'
import { createEmulator } from '../../host/emulator.ts'
import { handle } from '../../host/dispatch.ts'
import { sampleRequest } from '../../host/examples.ts'
import type { WireResponse } from '../../engine/kernel/wire.ts'
import { Audit, describeAudit, type AuditItem } from './audit.ts'
import { callerIn } from '../../scenario/record/exchange.ts'
import { lies, type Lie } from './lies.case.ts'

const world = createEmulator()
const encoder = new TextEncoder()

/** Asks a fork of the starter world, and hands the answer to an audit as that of a mock, with the changes of a lie. */
async function audited(
  [method, path, sent, as = 'svc-key-ada-admin']: Lie['asks'],
  change: Pick<Lie, 'status' | 'type' | 'answers'> = {},
) {
  const headers = [
    ['x-api-key', as],
    ['content-type', 'application/json'],
  ] as const
  const body = sent === undefined ? null : JSON.stringify(sent)
  const own = await world.fork().fetch(`/v1${path}`, { method, headers: headers.map(([...pair]) => pair), body })
  const text = await own.text()
  const { answers, status = own.status, type } = change
  const told = answers === undefined ? text : answers(text.startsWith('{') ? JSON.parse(text) : text)
  const given = Object.fromEntries([...own.headers, ...(type === undefined ? [] : [['content-type', type] as const])])
  const audit = new Audit()
  const bytes = encoder.encode(typeof told === 'string' ? told : JSON.stringify(told))
  const exchange = {
    kind: 'http',
    caller: { api_key: as },
    method,
    path,
    headers: { 'content-type': 'application/json' },
    body: encoder.encode(body ?? ''),
    answer: { outcome: 'answered', status, headers: given, bytes },
  } as const
  await audit.judge(exchange, world, 'handlers.ts:12')
  return audit.report()
}

const short = ({ level, statement }: AuditItem) => `${level} ${statement}`

it.each(lies.map((lie) => [`${lie.asks[0]} ${lie.asks[1]} ${lie.lie}`, lie] as const))('%s', async (_, lie) => {
  const { findings, notes, judged, notJudged } = await audited(lie.asks, lie)
  expect([...findings, ...notes].map(short)).toContain(`${lie.level ?? 'finding'} ${lie.names}`)
  const told = describeAudit({ findings, notes, judged, notJudged }).findings ?? []
  const { lines } = told.find(({ title }) => title.includes(`(${lie.names})`))!
  expect(lines?.[0]).toMatch(lie.names.startsWith('A-') ? /^We assume: \w+/ : /^[A-Z].* .*[.:]$/)
  if (lie.level === 'note') expect(findings).toEqual([])
})

it('finds nothing in the answers of the emulator itself', async () => {
  for (const unit of catalog) {
    if (unit.sample === undefined) continue
    const asked = sampleRequest(unit, unit.sample)
    const { status, headers, body } = handle(world.fork(), asked) as WireResponse
    const pairs = (list: readonly string[]) =>
      list.flatMap((name, n) => (n % 2 === 0 ? [[name.toLowerCase(), list[n + 1]!] as const] : []))
    const audit = new Audit()
    const sent = Object.fromEntries(pairs(asked.headers))
    const exchange = {
      kind: 'http',
      caller: callerIn(sent),
      method: asked.method,
      path: asked.url.slice('/v1'.length),
      headers: sent,
      body: asked.body ?? new Uint8Array(),
      answer: {
        outcome: 'answered',
        status,
        headers: Object.fromEntries(pairs(headers)),
        bytes: typeof body === 'string' ? encoder.encode(body) : (body ?? new Uint8Array()),
      },
    } as const
    await audit.judge(exchange, world)
    expect(audit.report()).toEqual({ findings: [], notes: [], judged: 1, notJudged: {} })
  }
})

it('finds nothing in refusals of the emulator', async () => {
  for (const asks of [
    ['GET', '/users/nobody'],
    ['GET', '/orgs/ben-lab/limits'],
    ['POST', '/orgs', { nmae: 1 }],
    ['POST', '/workflow/list_sessions', { org_id: 'acme', limit: 5 }],
    ['POST', '/blobs/ben-lab', { alias: 'x', type: 'onnx' }, 'svc-key-ben-admin'],
    ['GET', '/nowhere'],
    ['PUT', '/users/me', {}],
  ] as const)
    expect(await audited(asks as Lie['asks'])).toMatchObject({ findings: [], notes: [] })
})

it('shows the first wrong item of a list, and says UUID for its pattern', async () => {
  const orgs = ['x', 'y'].map((id) => ({ id }))
  const { findings } = await audited(['GET', '/users/me/orgs'], { answers: () => ({ status: 'success', orgs }) })
  expect(findings.map(({ says }) => says)).toContain('answers `orgs.*.id` as "x", expected a UUID')
})

it('asks a credential that the world does not know as the first admin, and says so', async () => {
  const { findings, notes } = await audited(['GET', '/users/me', undefined, 'somebody'], {
    status: 200,
    answers: () => ({ status: 'success', user: { id: 'u1' } }),
  })
  expect(findings.map(short)).toContain('finding user.id-is-uuid')
  expect(notes.map(({ says }) => says)).toContain(
    'comes with a credential that the emulator does not know: it was asked as the first admin',
  )
})

it('says each difference once, with its handler, its sentence and its count', async () => {
  const audit = new Audit()
  const answer = {
    outcome: 'answered',
    status: 200,
    headers: { 'content-type': 'application/json' },
    bytes: encoder.encode('{"user":{"alias":"ada"}}'),
  } as const
  const exchange = {
    kind: 'http',
    caller: { api_key: 'svc-key-ada-admin' },
    method: 'DELETE',
    path: '/api-keys/1',
    headers: {},
    body: new Uint8Array(),
    answer,
  } as const
  for (let n = 0; n < 20; n++) await audit.judge(exchange, world, 'handlers.ts:12')
  audit.skip('requests to other origins')
  const { findings, remarks, summary } = describeAudit(audit.report())
  expect(findings?.[0]).toMatchObject({
    level: 'error',
    title: 'DELETE /api-keys/:id in handlers.ts:12: leaves out `status` (envelope.status-on-every-response), 20 times',
    file: 'handlers.ts',
  })
  expect(remarks).toEqual(['Not judged: requests to other origins, once'])
  expect(summary).toBe('20 answers judged: 2 findings, 1 note')
})
