import * as v from 'valibot'
import { expect, it } from 'vitest'
import { defaultSettings, settingsSchema } from './settings.ts'

it('has by default what parsing no settings gives', () => {
  expect(defaultSettings()).toStrictEqual(v.parse(settingsSchema, {}))
  expect(Object.isFrozen(defaultSettings().limits)).toBe(true)
})

it('every setting says what it means, each something else', () => {
  const said = Object.values(settingsSchema.entries).map((schema) => v.getDescription(schema as v.GenericSchema) ?? '')
  expect(said.filter((text) => !/^[A-Z].{10,}\.$/.test(text))).toEqual([])
  expect(new Set(said).size).toBe(said.length)
})
