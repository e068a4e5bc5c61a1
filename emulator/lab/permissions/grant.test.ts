import { expect, it } from 'vitest'
import { describeGrants, isAtMost, leastGrants, type Grant } from './grant.ts'

const ada = (role: Grant['role']): Grant => ({ role, scope: 'user', id: 'a1', alias: 'ada' })
const acme = (role: Grant['role']): Grant => ({ role, scope: 'org', id: 'c1', alias: 'acme' })
const notes = (role: Grant['role']): Grant => ({ role, scope: 'blob', id: 'd2', alias: 'notes', org_id: 'c1' })
const draft = (role: Grant['role']): Grant => ({ role, scope: 'blob', id: 'd3', alias: 'draft', org_id: 'c2' })

it.each([
  [notes('read'), notes('read'), true],
  [notes('read'), acme('read'), true],
  [notes('write'), acme('read'), false],
  [draft('read'), acme('admin'), false],
  [acme('read'), notes('admin'), false],
  [acme('admin'), ada('admin'), true],
  [ada('read'), acme('admin'), false],
  [ada('read'), { ...ada('read'), id: 'a2' }, false],
  [{ ...ada('admin'), acting: true as const }, ada('admin'), false],
  [ada('admin'), { ...ada('admin'), acting: true as const }, true],
])('%j is at most %j: %j', (grant, bound, isLess) => {
  expect(isAtMost(grant, bound)).toBe(isLess)
})

it('names all that no other is below', () => {
  const all = [acme('write'), notes('admin'), ada('write'), ada('admin'), acme('admin')]
  expect(describeGrants(leastGrants(all), 'or')).toBe('write on org acme or admin on blob notes')
})
