import { expect, it } from 'vitest'
import { settle } from './settle.ts'
import type { Sighting } from './sighting.ts'

const limit = (seen: Partial<Sighting>): Sighting => ({ assumption: 'A-29', setting: 'maximum_limit', ...seen })
const cut = (seen: Partial<Sighting>): Sighting => ({ assumption: 'A-31', setting: 'unpaginated_bytes', ...seen })
const took = (observed: number): Sighting => ({
  assumption: 'A-420',
  setting: 'operation_ms',
  observed,
  measured: true,
})

it.each<[string, Sighting[], unknown]>([
  ['a value that all give', [limit({ observed: 70 }), limit({ observed: 70 })], 70],
  ['the default, between its neighbours', [limit({ atLeast: 200 }), limit({ below: 201 })], 200],
  ['the default, within wider bounds', [limit({ atLeast: 150 }), limit({ below: 500 })], 200],
  ['the least that is above the default', [limit({ atLeast: 201 }), limit({ atLeast: 500 })], 500],
  ['a default that a longer list does not fill', [{ assumption: 'A-29', setting: 'default_limit', atLeast: 105 }], 106],
  ['the greatest that is below the default', [limit({ below: 151 })], 150],
  ['the roundest of a range', [cut({ atLeast: 899_900, below: 900_100 })], 900_000],
  ['the narrowest of several ranges', [cut({ atLeast: 500, below: 900 }), cut({ atLeast: 640, below: 660 })], 640],
  ['the middle of what was measured', [took(1_900), took(2_300), took(2_000)], 2_000],
])('settles %s', (_, sightings, value) => {
  expect(settle(sightings)).toMatchObject({ value, setting: sightings[0]!.setting })
})

it.each<[string, Sighting[]]>([
  ['a bound that the default fits', [limit({ atLeast: 120 })]],
  ['bounds that contradict each other', [cut({ atLeast: 900 }), cut({ below: 500 })]],
])('leaves open %s', (_, sightings) => {
  expect(settle(sightings)).toBeUndefined()
})

it('has no setting for values that differ', () => {
  const { setting, about, value } = settle([limit({ observed: 3 }), limit({ observed: 9 }), limit({ atLeast: 12 })])!
  expect([setting, about, value]).toEqual([undefined, 'maximum_limit', 'varies: 3, 9, at least 12'])
})
