import { expect, it } from 'vitest'
import { changedFields, fieldTexts, recordTitle } from './record-edit.ts'

const schemas = {
  alias: { type: 'string' },
  name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  size: { type: 'integer' },
}
const stored = fieldTexts(schemas, { alias: 'ada', name: 'Ada', size: 3 })

it('sends what was changed, and nothing else', () => {
  expect(stored).toEqual({ alias: 'ada', name: 'Ada', size: '3' })
  expect(changedFields(schemas, { alias: 'ada', size: '4' }, stored)).toEqual({ size: 4 })
})

it('makes nothing of an emptied field where it may be nothing, and an empty text where not', () => {
  expect(changedFields(schemas, { alias: '', name: '' }, stored)).toEqual({ alias: '', name: null })
})

it('says what is wrong, by field', () => {
  expect(() => changedFields(schemas, { size: 'many' }, stored)).toThrow("size: expected a number, got 'many'")
})

it('calls a record by what people know it by', () => {
  expect([{ id: 'i', alias: 'ada', name: 'Ada' }, { id: 'i', name: 'Ada' }, { id: 'i' }].map(recordTitle)).toEqual([
    'ada',
    'Ada',
    'i',
  ])
})
