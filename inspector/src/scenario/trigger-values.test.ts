import { describe, expect, it } from 'vitest'
import { triggerSchema } from '../../../emulator/engine/triggers/schema.ts'
import { conditionFields, faultFields, faultForms } from './trigger-fields.ts'
import { fieldText, fieldValue, readFault, valueAt, withFault, withValueAt } from './trigger-values.ts'

describe('the form of a trigger', () => {
  it('has a field for every option', () => {
    const { when, ...others } = (triggerSchema as unknown as { entries: { when: unknown } }).entries
    const paths = Object.values(conditionFields)
      .flat()
      .map(({ path }) => path.join('.'))
    // `do` is the choice of a fault, `enabled` a button.
    const options = [
      ...Object.keys((when as { entries: object }).entries).map((name) => `when.${name}`),
      ...Object.keys(others).filter((name) => !['do', 'enabled'].includes(name)),
    ]
    expect(paths.toSorted()).toEqual(options.toSorted())
  })

  it('has a field for every option of its faults', () => {
    const names = (name: string, argument: unknown) =>
      faultFields(
        faultForms.find((form) => form.name === name)!,
        argument,
      ).map(({ path }) => path.join('.'))
    expect(names('fail', { status: 503 })).toEqual(['status', 'body', 'headers'])
    expect(names('fail', { error: 'not_found' })).toEqual(['error', 'message', 'limit'])
    expect(names('delay', '1s')).toEqual([''])
    expect(names('truncate', true)).toEqual(['bytes'])
  })
})

it('reads the only fault of a trigger, and none of others', () => {
  expect(readFault({ do: { drop: true } })).toMatchObject({ form: { name: 'drop' }, argument: true })
  expect(readFault({ do: [{ delay: '1s' }] })).toMatchObject({ form: { name: 'delay' }, argument: '1s' })
  for (const actions of [undefined, [], [{ stall: true }], [{ delay: '1s' }, { drop: true }], [{ delete: {} }]])
    expect(readFault({ do: actions })).toBeUndefined()
})

it('changes one value and keeps the others in place', () => {
  const trigger = withFault({ when: { endpoint: '*', first: 2 } }, 'fail', { status: 503 })
  expect(trigger).toEqual({ when: { endpoint: '*', first: 2 }, do: [{ fail: { status: 503 } }] })
  const changed = withValueAt(trigger, ['when', 'endpoint'], 'GET /users/me')
  expect(JSON.stringify(changed)).toBe('{"when":{"endpoint":"GET /users/me","first":2},"do":[{"fail":{"status":503}}]}')
  expect(withValueAt(trigger, ['when', 'first'], undefined)).toMatchObject({ when: { endpoint: '*' } })
  expect(valueAt(withValueAt(trigger, ['when', 'first'], undefined), ['when', 'first'])).toBeUndefined()
  expect(withValueAt(true, ['bytes'], 10)).toEqual({ bytes: 10 })
})

it.each([
  ['number', '10', 10],
  ['number', 'ten', 'ten'],
  ['number', ' ', ' '],
  ['text', '10', '10'],
  ['json', '[2, 4]', [2, 4]],
  ['json', '[2,', '[2,'],
  ['text-or-json', 'upstream down', 'upstream down'],
  ['text-or-json', '{"a": 1}', { a: 1 }],
  ['text', '', undefined],
] as const)('reads %s %j as %j', (kind, text, value) => {
  expect(fieldValue(kind, text)).toEqual(value)
  if (value !== undefined && kind !== 'number') expect(fieldValue(kind, fieldText(value))).toEqual(value)
})
