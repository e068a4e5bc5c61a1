import { expect, it } from 'vitest'
import type { Fact } from '../../host/facts/facts.ts'
import { listFacts } from './drift-findings.ts'

const fact = (setting: string, observed: unknown, assumed: unknown): Fact =>
  ({ assumption: 'A-420', setting, observed, assumed, exchange: 'keys 7' }) as unknown as Fact

it.each([
  ['operation_ms', 10_000, 2_000, 'operation_ms is 10000 ms, assumed 2000 ms'],
  ['limits.request_body_bytes', 262_144, 1_048_576, 'limits.request_body_bytes is 262144 bytes, assumed 1048576 bytes'],
  ['default_limit', 20, 50, 'default_limit is 20, assumed 50'],
  ['unpaginated_from', 'newest', 'oldest', 'unpaginated_from is newest, assumed oldest'],
])('says in which unit a setting is counted: %s', (setting, observed, assumed, says) => {
  expect(listFacts([fact(setting, observed, assumed)])).toEqual([`fact, A-420: ${says} (keys 7)`])
})
