import { startChild, type Child } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
import { httpLoad, type RequestBytes } from './harness/http-load.ts'
import type { Bench, BenchOptions, Measure } from './harness/measure.ts'

const observed = new URL('./servers/emulator.mjs', import.meta.url)
const unobserved = new URL('./servers/unobserved.mjs', import.meta.url)

const head = (line: string, more = '') => `${line} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n${more}\r\n`
const body = '{"org_id":"acme"}'

const cases: readonly { readonly what: string; readonly request: RequestBytes }[] = [
  { what: 'GET one user', request: () => head('GET /v1/users/ada') },
  { what: 'a command', request: () => `${head('POST /v1/workflow/list_sessions', `content-type: application/json\r\ncontent-length: ${body.length}\r\n`)}${body}` },
]

/** What journal, coverage and provenance cost together. */
export const bench: Bench = {
  name: 'observation',
  about: 'Requests per second with journal, coverage and provenance headers, as a share of those without any of the three.',
  async run(options) {
    const measures: Measure[] = []
    for (const each of cases) measures.push(...await share(each, options))
    return measures
  },
}

async function share({ what, request }: (typeof cases)[number], options: BenchOptions): Promise<Measure[]> {
  const started = (child: Child): Side => ({ child, load: (milliseconds) => httpLoad(child.ready.port, request, milliseconds) })
  const { throughput, cpu, detail } = await compare(
    async () => started(await startChild(observed, [JSON.stringify({ explain: true, journal: true })])),
    async () => started(await startChild(unobserved)),
    roundsOf(options),
  )
  return [
    { what: `${what}: requests per second`, value: throughput, unit: 'x', atLeast: 0.92, detail },
    { what: `${what}: CPU per request, without over with`, value: cpu, unit: 'x' },
  ]
}
