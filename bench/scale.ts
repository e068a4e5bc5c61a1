import { startChild } from './harness/child.ts'
import { compare, roundsOf, type Side } from './harness/compare.ts'
import { httpLoad } from './harness/http-load.ts'
import type { Bench, Measure } from './harness/measure.ts'

const emulator = new URL('./servers/emulator.mjs', import.meta.url)
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: svc-key-ada-admin\r\n\r\n`

const cases = [
  { what: 'GET one user', path: '/v1/users/ada' },
  { what: 'a page of an unpaginated listing', path: '/v1/members/target/org/acme' },
] as const

/** A server with a million records answers as one with a hundred. */
export const bench: Bench = {
  name: 'scale',
  about: 'The same requests to a server with 1,000,000 records and to one with 100: CPU time per request.',
  async run(options) {
    const many = options.quick ? 200_000 : 1_000_000
    const measures: Measure[] = []
    for (const { what, path } of cases) {
      const start = async (records: number): Promise<Side> => {
        const child = await startChild(emulator, [JSON.stringify({ records })])
        return { child, load: (milliseconds) => httpLoad(child.ready.port, () => get(path), milliseconds) }
      }
      const { throughput, cpu, detail } = await compare(() => start(many), () => start(100), roundsOf(options))
      measures.push(
        { what: `${what}: CPU per request at ${many.toLocaleString('en')} records over 100`, value: 1 / cpu, unit: 'x', atMost: 1.1, detail },
        { what: `${what}: requests per second at ${many.toLocaleString('en')} records over 100`, value: throughput, unit: 'x' },
      )
    }
    return measures
  },
}
