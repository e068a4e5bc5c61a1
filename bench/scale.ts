import { startChild } from './harness/child.ts'
import { compare } from './harness/compare.ts'
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
  async run({ quick }) {
    const many = quick ? 200_000 : 1_000_000
    const large = await startChild(emulator, [JSON.stringify({ records: many })])
    const small = await startChild(emulator, [JSON.stringify({ records: 100 })])
    const measures: Measure[] = []
    try {
      for (const { what, path } of cases) {
        const load = (port: number) => (milliseconds: number) => httpLoad(port, () => get(path), milliseconds)
        const { throughput, cpu, detail } = await compare(
          { child: large, load: load(large.ready.port) }, { child: small, load: load(small.ready.port) },
          quick ? { slices: 6, milliseconds: 500 } : { slices: 12, milliseconds: 1000 },
        )
        measures.push(
          { what: `${what}: CPU per request at ${many.toLocaleString('en')} records over 100`, value: 1 / cpu, unit: 'x', atMost: 1.1, detail },
          { what: `${what}: requests per second at ${many.toLocaleString('en')} records over 100`, value: throughput, unit: 'x' },
        )
      }
    } finally {
      await large.stop()
      await small.stop()
    }
    return measures
  },
}
