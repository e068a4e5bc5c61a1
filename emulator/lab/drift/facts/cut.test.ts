import { expect, it } from 'vitest'
import { seeCut } from './cut.ts'
import type { SeenPair } from './seen-answer.ts'

const answer = (...aliases: string[]) => ({ code: undefined, fields: { blobs: aliases.map((alias) => ({ alias })) } })

function sightings(sent: Readonly<Record<string, unknown>>) {
  const unit = { page: { kind: 'unpaginated', items: 'blobs' } }
  const pair = { unit, sent, target: answer('a', 'b'), twin: answer('a', 'b', 'c'), assumptions: ['A-31'] }
  return seeCut(pair as unknown as SeenPair).map(({ setting }) => setting)
}

it('finds where a listing is cut, but not if it was filtered after the cut', () => {
  expect(sightings({})).toEqual(['unpaginated_bytes', 'unpaginated_from'])
  expect(sightings({ category: 'x' })).toEqual([])
  expect(sightings({ visibility: 'public' })).toEqual([])
})
