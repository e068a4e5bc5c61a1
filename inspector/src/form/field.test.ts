import { expect, it } from 'vitest'
import { FieldErrors, fieldKind, fieldText, fieldValue, formValues } from './field.ts'

it.each([
  [{ type: 'string' }, { kind: 'text', nullable: false }],
  [{ type: 'integer' }, { kind: 'number', nullable: false }],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { kind: 'text', nullable: true }],
  [
    { enum: ['a', 'b'], type: 'string' },
    { kind: 'choice', choices: ['a', 'b'] },
  ],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, { kind: 'any' }],
  [{ anyOf: [{ type: 'array' }, { type: 'object' }] }, { kind: 'json' }],
  [{ type: 'object' }, { kind: 'json' }],
  [
    { type: 'array', items: { enum: ['a', 'b'], type: 'string' } },
    { kind: 'texts', choices: ['a', 'b'] },
  ],
  [
    { type: 'array', items: { type: 'string' } },
    { kind: 'texts', choices: [] },
  ],
  [{ type: 'array', items: { type: 'object' } }, { kind: 'json' }],
  [{}, { kind: 'any' }],
])('edits %j as %j', (schema, kind) => {
  expect(fieldKind(schema)).toMatchObject(kind)
})

it.each([
  [{ type: 'string' }, 'ada'],
  [{ type: 'number' }, 1.5],
  [{ type: 'boolean' }, false],
  [{ type: 'object' }, { a: [1] }],
  [{ type: 'array', items: { type: 'string' } }, ['text', 'onnx']],
  [{ type: 'array', items: { type: 'string' } }, []],
  [{ type: 'string' }, 'null'],
  [{}, 'upstream down'],
  [{}, '503'],
  [{}, { a: [1] }],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, '50ms..2s'],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 300],
])('gives back what it shows, as %j: %j', (schema, value) => {
  const kind = fieldKind(schema)
  expect(fieldValue(kind, fieldText(kind, value))).toEqual(value)
})

it.each([
  [
    { type: 'number' },
    '9007199254740993',
    'the number 9007199254740993 cannot be kept: it has more digits than a double holds',
  ],
  [{ type: 'integer' }, ' 1e400 ', 'the number 1e400 cannot be kept: it is beyond the largest double'],
  [{}, '9007199254740993', 'the number 9007199254740993 cannot be kept'],
  [{ type: 'object' }, '{"a": [1, 12345678901234567890]}', 'a: 1: the number 12345678901234567890 cannot be kept'],
])('refuses a number of %j that would be another one: %s', (schema, text, message) => {
  expect(() => fieldValue(fieldKind(schema), text)).toThrow(message)
})

it.each([
  [{ type: 'number' }, '9007199254740992', 9007199254740992],
  [{ type: 'number' }, '0.12345678901234566', 0.12345678901234566],
  [{}, '"9007199254740993"', '9007199254740993'],
])('takes a number of %j that a double holds: %s', (schema, text, value) => {
  expect(fieldValue(fieldKind(schema), text)).toBe(value)
})

it('leaves out what is empty, and says what is wrong by field', () => {
  const schemas = {
    a: { type: 'number' },
    b: { type: 'object' },
    c: { type: 'string' },
    d: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  }
  expect(formValues(schemas, { a: '', b: '{"x":1}', d: 'null' })).toEqual({ b: { x: 1 }, d: null })
  expect(() => formValues(schemas, { a: 'one', b: '{', c: 'fine' })).toThrow(FieldErrors)
  try {
    formValues(schemas, { a: 'one', b: '{' })
  } catch (error) {
    expect((error as FieldErrors).fields).toEqual({
      a: "expected a number, got 'one'",
      b: expect.stringMatching(/^expected JSON: /),
    })
  }
})
