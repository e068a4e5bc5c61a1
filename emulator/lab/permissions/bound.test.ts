import { expect, it } from 'vitest'
import { createEmulator } from '../../index.ts'
import { hostOf } from '../../host/instance-of.ts'
import { findBound, parseBound } from './bound.ts'

const { world } = hostOf(createEmulator())

it('is read by alias or id', () => {
  const expected = { role: 'write', scope: 'org', id: '00000000-0000-4000-8000-0000000000c1', alias: 'acme' }
  expect(findBound(parseBound('write on org acme'), [world])).toEqual(expected)
  expect(findBound(parseBound(`  write on org ${expected.id} `), [world])).toEqual(expected)
})

it.each([
  ['write', "'write' is not a key: expected a role on a target, such as 'write on org acme'"],
  ['write on org', "'write on org' is not a key"],
  ['wirte on org acme', "there is no role 'wirte', did you mean 'write'? (known: read, write, admin)"],
  ['write on orgs acme', "there is no target 'orgs', did you mean 'org'? (known: user, org, blob)"],
  ['write on org acne', "there is no org 'acne', did you mean 'acme'?"],
])('%s is refused', (text, message) => {
  expect(() => findBound(parseBound(text), [world])).toThrow(message)
})
