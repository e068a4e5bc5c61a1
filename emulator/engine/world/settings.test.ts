import * as v from 'valibot'
import { expect, it } from 'vitest'
import { defaultSettings, settingsSchema } from './settings.ts'

it('has by default what parsing no settings gives', () => {
  expect(defaultSettings()).toStrictEqual(v.parse(settingsSchema, {}))
  expect(Object.isFrozen(defaultSettings().limits)).toBe(true)
})
