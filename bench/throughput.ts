import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './harness/child.ts'
import { compare } from './harness/compare.ts'
import { httpLoad, type RequestBytes } from './harness/http-load.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const bare = new URL('./servers/bare-http.mjs', import.meta.url)

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n${more}\r\n`
const post = (path: string, body: string) => `${head(`POST ${path}`, `content-type: application/json\r\ncontent-length: ${body.length}\r\n`)}${body}`

interface Case {
  readonly what: string
  readonly atLeast: number
  readonly options: object
  readonly request: RequestBytes
}

const cases: readonly Case[] = [
  { what: 'GET one user', atLeast: 0.9, options: {}, request: () => head('GET /v1/users/ada') },
  { what: 'a listing page of ten', atLeast: 0.85, options: { fixtures: ['starter', tenMembers()] }, request: () => head('GET /v1/members/target/org/ten') },
  {
    what: 'a POST that creates a record', atLeast: 0.8, options: {},
    request: (n) => post('/v1/credentials/target/org/acme', `{"name":"credential ${n}","value":"secret"}`),
  },
]

function tenMembers() {
  return {
    fixture: 1, name: 'ten', records: { orgs: [{ alias: 'ten', visibility: 'public' }] },
    generate: { users: { count: 10, alias: 'm-{n}' }, members: { count: 10, user: 'm-{n}', target: 'org', target_id: 'ten' } },
  }
}

/** Throughput against a bare `node:http` server that answers the same bytes. */
export const bench: Bench = {
  name: 'throughput',
  about: 'Requests per second over 50 kept-alive connections, as a share of a bare node:http server that answers the same bytes.',
  async run(options) {
    const measures: Measure[] = []
    for (const each of cases) measures.push(...await against(each, options))
    return measures
  },
}

async function against({ what, atLeast, options, request }: Case, { quick }: BenchOptions): Promise<Measure[]> {
  const ours = await startChild(emulator, [JSON.stringify(options)])
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'body.json')
  writeFileSync(file, await sample(ours.ready.port, request(0)))
  const theirs = await startChild(bare, [file])
  const load = (port: number) => (milliseconds: number) => httpLoad(port, request, milliseconds)
  try {
    const { throughput, cpu, detail } = await compare(
      { child: ours, load: load(ours.ready.port) }, { child: theirs, load: load(theirs.ready.port) },
      quick ? { slices: 4, milliseconds: 500 } : { slices: 12, milliseconds: 1000 },
    )
    return [
      { what: `${what}: requests per second`, value: throughput, unit: 'x', atLeast, detail },
      { what: `${what}: CPU per request, bare over ours`, value: cpu, unit: 'x' },
    ]
  } finally {
    await ours.stop()
    await theirs.stop()
  }
}

async function sample(port: number, request: string): Promise<string> {
  const [line = '', ...rest] = request.split('\r\n')
  const [method = '', path = ''] = line.split(' ')
  const body = rest.at(-1)
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(method === 'POST' && body !== undefined && { body }) })
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response.text()
}
