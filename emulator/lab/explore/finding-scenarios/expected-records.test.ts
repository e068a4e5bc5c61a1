import { expect, it } from 'vitest'
import { createEmulator } from '../../../host/emulator.ts'
import { hostOf } from '../../../host/instance-of.ts'
import type { Canonical } from '../../engine/canonical.ts'
import { expectedRecords } from './expected-records.ts'

const { world: start } = hostOf(createEmulator())
const label = '<sessions {"alias":null}>'
const holding = (...items: object[]): Canonical => ({
  tables: new Map([['thread_items', items.map((item) => JSON.stringify(item))]]),
  labels: new Map([['10000000-0000-4000-8000-000000000001', label]]),
})

it('what a client draws, and ids and times within its texts, are any in the records that are counted', () => {
  const item = { role: 'user', content: `began ${label} at <time>`, mark: '<differs by itself>' }
  expect(expectedRecords(holding(item), holding(item, item), start)).toEqual([
    { table: 'thread_items', match: { role: 'user', content: { is: 'string' }, mark: { is: 'present' } }, count: 1 },
  ])
})
