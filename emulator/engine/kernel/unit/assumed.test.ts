import * as v from 'valibot'
import { expect, test } from 'vitest'
import { hostOf } from '../../../host/instance-of.ts'
import { createEmulator, type EmulatorOptions } from '../../../index.ts'
import { assumed, findAssumptions, citeFields, recordView } from './assumed.ts'
import type { Context } from './context.ts'

test('a marked field takes what it took, and names its assumptions', () => {
  const schema = assumed(v.string(), 'A-7', 'A-17')
  expect(findAssumptions(schema)).toEqual(['A-7', 'A-17'])
  expect(findAssumptions(v.string())).toBeUndefined()
  expect(v.parse(schema, 'x')).toBe('x')
  expect(v.safeParse(schema, 1).success).toBe(false)
})

test('a record marks the fields that are not documented', () => {
  const view = recordView('Thing', { id: v.string(), color: v.string() }, ['id'], ['A-17'])
  expect(v.getMetadata(view)).toEqual({ title: 'Thing' })
  const { entries } = view.pipe[0]
  expect([findAssumptions(entries.id), findAssumptions(entries.color)]).toEqual([undefined, ['A-17']])
  expect(v.safeParse(view, { id: 'a' }).success).toBe(false)
})

test.each([
  ['allow', ['A-7', 'A-17']],
  ['refuse', []],
] as const)('where unspecified is %s, an answer rests on its fields as %j', (unspecified, expected) => {
  const settings: EmulatorOptions['settings'] = { unspecified }
  const cited: string[] = []
  citeFields(
    {
      world: hostOf(createEmulator({ settings })).world,
      cite: (...ids: string[]) => cited.push(...ids),
    } as unknown as Context,
    'A-7',
    'A-17',
  )
  expect(cited).toEqual(expected)
})
