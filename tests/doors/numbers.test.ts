import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { createEmulator } from '../../emulator/adapters/create-emulator.ts'
import { FROM_VARIABLE } from '../../emulator/host/chosen-start.ts'
import { redactJson } from '../../emulator/engine/journal/redact.ts'
import { jsonValues } from '../../emulator/engine/matching/request-values.ts'
import { shallowJson } from '../../emulator/engine/checking/lost-number.ts'
import { seeAnswer } from '../../emulator/lab/drift/facts/seen-answer.ts'
import { expectedStdout } from '../../emulator/lab/explore/finding-scenarios/expected-output.ts'
import { pull } from '../../emulator/lab/pull/pull.ts'
import { httpOutcome } from '../../emulator/scenario/outcome.ts'
import { recordScenario } from '../../emulator/scenario/record/record-scenario.ts'
import { streamOutcome } from '../../emulator/scenario/run/run-differences.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import { RpcLink, type LinkAnswer } from '../../emulator/scenario/targets/rpc-link.ts'
import { fieldValue } from '../../inspector/src/form/field.ts'
import { starterId } from '../conformance/direct.ts'
import { newHome, run } from '../helpers/cli/in-process.ts'
import { sourceFiles } from '../helpers/source-files.ts'

const KEY = 'svc-key-ada-admin'

/** Numbers that a double does not give back as they were written. */
const lost = ['9007199254740993', '12345678901234567890', '1e400', '1e-400', '-0', '3.14159265358979323846']
const kept = ['0', '-12.50', '0.30000000000000004', '9007199254740992']

afterEach(() => vi.unstubAllEnvs())

const json = { 'x-api-key': KEY, 'content-type': 'application/json' }
const putObject = (value: string) => `{"session_id":"run-01","key":"n","value":{"n":${value}}}`
const scenario = (n: string) => `{"scenario":1,"name":"n","as":"${KEY}","steps":[${step(n)}]}`
const step = (n: string) => `{"http":"POST /workflow/put_session_object","body":${putObject(n)}}`

async function ask(path: string, init: object): Promise<void> {
  const answer = await createEmulator().fetch(path, init)
  if (answer.status >= 400) throw new Error(await answer.text())
}

async function validate(name: string, text: string): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-doors-')), name)
  writeFileSync(file, text)
  const { exit, stdout, stderr } = await run(svcEmulator, ['validate', file], newHome())
  if (exit !== 0) throw new Error(stdout + stderr)
}

/** Doors to what is ours: such a number is refused, and its place is named. */
const refusing: Readonly<Record<string, (number: string) => unknown>> = {
  'a body': (n) => ask('/v1/workflow/put_session_object', { method: 'POST', headers: json, body: putObject(n) }),
  'a header with the JSON of an upload': (n) =>
    ask(`/v1/revisions/${starterId('e4')}/model`, {
      method: 'PUT',
      headers: { 'x-api-key': 'svc-key-bot-write', 'x-request-body': `{"opset":${n}}` },
      body: new Uint8Array([1]),
    }),
  'a call on a socket'(n) {
    let answer = ''
    const emulator = createEmulator()
    const headers = ['x-api-key', KEY]
    const send = (text: string) => void (answer = text)
    const socket = emulator.connect({ url: '/v1/realtime', headers, send, close: () => undefined })
    socket.receive(`{"jsonrpc":"2.0","id":1,"method":"workflow.put_session_object","params":${putObject(n)}}`)
    if (answer.includes('"error"')) throw new Error(answer)
  },
  'the control API': (n) =>
    ask('/__emulator/state/objects', {
      method: 'POST',
      headers: json,
      body: `{"session_id":"run-01","key":"n","value":${n}}`,
    }),
  'a scenario in JSON': (n) => validate('a.scenario.json', scenario(n)),
  'a scenario in YAML': (n) =>
    validate('a.scenario.yaml', `scenario: 1\nname: n\nas: ${KEY}\nsteps:\n  - ${step(n)}\n`),
  'a fixture': (n) =>
    validate(
      'a.fixture.yaml',
      `fixture: 1\nname: a\nrecords:\n  orgs: [{ alias: o }]\n  sessions: [{ alias: s, org: o }]\n  objects:\n    - { session: s, key: n, value: ${n} }\n`,
    ),
  'a start that a variable names'(n) {
    const file = join(mkdtempSync(join(tmpdir(), 'svc-doors-')), 'a.json')
    writeFileSync(file, scenario(n))
    vi.stubEnv(FROM_VARIABLE, file)
    createEmulator()
  },
  'a call of an agent': async (n) => {
    const call = { name: 'ask', arguments: { request: 'workflow.put_session_object', body: 'BODY' } }
    const line = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call })
    const { stdout } = await run(svcEmulator, ['mcp'], newHome(), {
      stdin: `${line.replace('"BODY"', putObject(n))}\n`,
    })
    const { id, result } = JSON.parse(stdout)
    expect(id).toBe(7)
    if (result.isError === true) throw new Error(result.content[0].text)
  },
  'a form of the inspector': (n) => fieldValue({ kind: 'json', nullable: false } as never, `{"n":${n}}`),
  'a number in a form of the inspector': (n) => fieldValue({ kind: 'number', nullable: false } as never, n),
}

const answered = (n: string) => ({
  outcome: 'answered' as const,
  reason: undefined,
  status: 200,
  headers: { 'content-type': 'application/json' },
  bytes: new TextEncoder().encode(`{"status":"success","object":{"key":"n","value":${n}}}`),
})

/** Doors where such a number is only passed on, compared or written down: its digits stay, as text. */
const keeping: Readonly<Record<string, (number: string) => unknown>> = {
  'JSON of others': (n) => shallowJson(`[${n}]`),
  'the journal': (n) => redactJson(putObject(n), undefined),
  'what a trigger matches': (n) => jsonValues(putObject(n)),
  'an answer that a step expects': (n) => httpOutcome(answered(n) as never).body,
  async 'an answer on a socket that a step expects'(n) {
    const link = new RpcLink({
      after: (_: number, then: () => void) => (queueMicrotask(then), () => undefined),
    } as never)
    let answer: Promise<LinkAnswer>
    link.opened({
      send: (frame: string) => link.text(`{"jsonrpc":"2.0","id":${JSON.parse(frame).id},"result":[${n}]}`),
    } as never)
    answer = link.call('workflow.get_session_object', {}, { timeout: 1, strays: 0 } as never)
    return (await answer).frame
  },
  'output that a step expects': (n) => streamOutcome(`[${n}]`).json,
  'output of a client in a finding': (n) =>
    expectedStdout(`[${n}]`, { masks: new Set(), anyOrder: false, isKnown: () => true }),
  'an answer that drift compares': (n) => seeAnswer({ ...answered(n), kind: 'http' } as never, undefined)?.fields,
  'a recording': (n) =>
    recordScenario(
      [
        {
          kind: 'http',
          caller: { api_key: KEY },
          method: 'POST',
          path: '/workflow/put_session_object',
          headers: { 'content-type': 'application/json' },
          body: new TextEncoder().encode(putObject(n)),
          answer: answered(n) as never,
        },
      ],
      { name: 'n' } as never,
    ),
  async 'a pulled fixture'(n) {
    const service = createEmulator()
    const object = { session_id: 'run-01', key: 'n', value: { n: 'NUMBER' } }
    await service.fetch('/v1/workflow/put_session_object', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(object),
    })
    const inner = new InProcessTarget(service)
    const swap = (text: string) => text.replaceAll('"NUMBER"', n)
    const pulled = await pull({
      target: {
        name: 'a service',
        request: (request) => inner.request(request),
        connect: (credentials, events) =>
          inner.connect(credentials, {
            text: (frame) => events.text(swap(frame)),
            closed: (code, reason) => events.closed(code, reason),
            failed: (reason) => events.failed(reason),
          }),
      },
      apiKey: KEY,
      org: 'acme',
      name: 'n',
      wait: async () => undefined,
      now: () => 0,
    })
    expect(pulled.asText).toEqual(lost.includes(n) ? ['objects.value.n'] : [])
    return pulled.fixture
  },
}

describe.each(Object.entries(refusing))('%s', (_, give) => {
  it.each(lost)('refuses %s', async (number) =>
    expect(Promise.resolve().then(() => give(number))).rejects.toThrow(`${number} cannot be kept`),
  )
  it.each(kept)('takes %s', async (number) => void (await give(number)))
})

describe.each(Object.entries(keeping))('%s', (_, show) => {
  it.each(lost)('keeps the digits of %s', async (number) => {
    expect(JSON.stringify(await show(number)).replaceAll('\\"', '"')).toMatch(new RegExp(`["[:]${number}["\\]}]`))
  })
  it.each(kept)('has %s as a number', async (number) => {
    expect(JSON.stringify(await show(number)).replaceAll('\\"', '"')).toMatch(
      new RegExp(`[[:]${String(Number(number)).replace('+', '\\+')}[\\]},]`),
    )
  })
})

/** Files that parse JSON by themselves, and why a number cannot get lost there. */
const readers: Readonly<Record<string, readonly string[]>> = {
  'the readers': ['emulator/engine/checking/lost-number.ts', 'emulator/engine/checking/json-document.ts'],
  'refuses such numbers': [
    'emulator/adapters/control/serve.ts',
    'emulator/adapters/node/environment-socket.ts',
    'emulator/engine/kernel/changed-request.ts',
    'emulator/engine/kernel/realtime/json-rpc.ts',
    'emulator/engine/kernel/unit/request-body.ts',
    'emulator/host/chosen-start.ts',
    'inspector/src/form/field.ts',
  ],
  'asks for the form, a name or texts alone': [
    'emulator/engine/checking/document.ts',
    'emulator/engine/checking/json-scan.ts',
    'emulator/scenario/kind-of-text.ts',
    'emulator/adapters/control/resent-request.ts',
    'inspector/src/form/chips-input.tsx',
    'inspector/src/try/call-once.ts',
  ],
  'JSON that the emulator wrote': [
    'emulator/adapters/node/audit-file.ts',
    'emulator/adapters/testing/node-playwright-reporter.ts',
    'emulator/engine/checking/written-json.ts',
    'emulator/engine/faults/unknown-id.ts',
    'emulator/engine/journal/verify.ts',
    'emulator/engine/kernel/realtime/answer-text.ts',
    'emulator/engine/kernel/unspecified/vary.ts',
    'emulator/engine/world/lab-order.ts',
    'emulator/host/variants/admit.ts',
    'emulator/host/variants/answered.ts',
    'emulator/host/variants/wire.ts',
    'emulator/host/examples.ts',
    'emulator/lab/drift/probe-files.ts',
    'emulator/lab/drift/play-probe.ts',
    'emulator/lab/engine/output.ts',
    'emulator/lab/engine/world-masks.ts',
    'emulator/lab/explore/finding-scenarios/expected-records.ts',
    'emulator/lab/explore/references.ts',
    'emulator/lab/pull/written-fixture.ts',
    'emulator/lab/questions/find-difference.ts',
    'emulator/lab/runners/lab-folder.ts',
    'emulator/lab/runners/vitest-driver.ts',
    'emulator/lab/shrink/compare-requests.ts',
    'emulator/scenario/control-client/control-client.ts',
    'emulator/scenario/held-files.ts',
    'emulator/scenario/index.ts',
    'emulator/scenario/record/record-scenario.ts',
    'emulator/scenario/run-link.ts',
    'emulator/scenario/secret-places.ts',
    'inspector/src/record/main.tsx',
    'inspector/src/scenario/kept-steps.ts',
    'inspector/src/timeline/journal-store.ts',
    'inspector/src/try/send.ts',
  ],
  'no data of users: packages, contracts, reports of test runners, whom a key belongs to': [
    'cli/shared/get-json.ts',
    'cli/svc-emulator/doctor/examine.ts',
    'cli/svc-emulator/installed-version.ts',
    'emulator/lab/runners/playwright.ts',
    'emulator/lab/runners/vitest-line.ts',
    'emulator/lab/runners/vitest.ts',
    'emulator/scenario/files.ts',
  ],
}

it('reads JSON in no other place', () => {
  const found = ['emulator', 'cli', 'inspector/src']
    .flatMap(sourceFiles)
    .filter((file) => !file.includes('/sample/') && /\bJSON\.parse\(/.test(readFileSync(file, 'utf8')))
  expect(found.toSorted()).toEqual(Object.values(readers).flat().toSorted())
})
