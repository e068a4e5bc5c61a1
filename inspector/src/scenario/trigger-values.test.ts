import { expect, it } from 'vitest'
import { readAction, valueAt, withAction, withValueAt } from './trigger-values.ts'

it('reads the only action of a trigger, and none of several', () => {
  expect(readAction({ do: { drop: true } })).toEqual({ name: 'drop', argument: true })
  expect(readAction({ do: [{ delay: '1s' }] })).toEqual({ name: 'delay', argument: '1s' })
  for (const actions of [undefined, [], [{ delay: '1s' }, { drop: true }], [{ delay: '1s', drop: true }]])
    expect(readAction({ do: actions })).toBeUndefined()
})

it('changes one value and keeps the others in place', () => {
  const trigger = withAction({ when: { endpoint: '*', first: 2 } }, { name: 'fail', argument: { status: 503 } })
  expect(trigger).toEqual({ when: { endpoint: '*', first: 2 }, do: [{ fail: { status: 503 } }] })
  const changed = withValueAt(trigger, ['when', 'endpoint'], 'GET /users/me')
  expect(JSON.stringify(changed)).toBe('{"when":{"endpoint":"GET /users/me","first":2},"do":[{"fail":{"status":503}}]}')
  expect(withValueAt(trigger, ['when', 'first'], undefined)).toMatchObject({ when: { endpoint: '*' } })
  expect(valueAt(withValueAt(trigger, ['when', 'first'], undefined), ['when', 'first'])).toBeUndefined()
  expect(withValueAt(true, ['bytes'], 10)).toEqual({ bytes: 10 })
})
