import { expect, it } from 'vitest'
import * as v from 'valibot'
import { describedSettings } from './described-settings.ts'
import { settingsSchema } from './settings.ts'

it('every setting says what it means, each something else', () => {
  const said = Object.values(describedSettings.entries).map(
    (schema) => v.getDescription(schema as v.GenericSchema) ?? '',
  )
  expect(Object.keys(describedSettings.entries)).toEqual(Object.keys(settingsSchema.entries))
  expect(said.filter((text) => !/^[A-Z].{10,}\.$/.test(text))).toEqual([])
  expect(new Set(said).size).toBe(said.length)
})
