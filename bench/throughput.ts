import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild, type Child } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
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

async function against({ what, atLeast, options, request }: Case, rounds: BenchOptions): Promise<Measure[]> {
  const start = () => startChild(emulator, [JSON.stringify(options)])
  const file = await sample(start, request(0))
  const started = (child: Child): Side => ({ child, load: (milliseconds) => httpLoad(child.ready.port, request, milliseconds) })
  const { throughput, cpu, detail } = await compare(
    async () => started(await start()), async () => started(await startChild(bare, [file])), roundsOf(rounds),
  )
  return [
    { what: `${what}: requests per second`, value: throughput, unit: 'x', atLeast, detail },
    { what: `${what}: CPU per request, bare over ours`, value: cpu, unit: 'x' },
  ]
}

/** A file with the body that the emulator answers. */
async function sample(start: () => Promise<Child>, request: string): Promise<string> {
  const child = await start()
  const [line = '', ...rest] = request.split('\r\n')
  const [method = '', path = ''] = line.split(' ')
  const body = rest.at(-1)
  const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${child.ready.port}${path}`, { method, headers, ...(method === 'POST' && body !== undefined && { body }) })
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'body.json')
  writeFileSync(file, await response.text())
  await child.stop()
  return file
}
