import * as v from 'valibot'
import { call } from './call.ts'
import { optionalFields } from '../../engine/world/rules.ts'
import { settingsSchema } from '../../engine/world/settings.ts'

const settingsShape = v.strictObject({ settings: settingsSchema })

/** Each setting may be left out, or null. Limits and statuses are changed one by one. */
const changesOfSettings = optionalFields(settingsSchema, v.nullish) as v.GenericSchema<unknown, GivenSettings>

type GivenSettings = Readonly<Record<string, unknown>>

export const getSettings = call({
  method: 'GET',
  path: '/settings',
  name: 'get_settings',
  summary: 'The settings of the world.',
  returns: settingsShape,
})

export const changeSettings = call({
  method: 'PATCH',
  path: '/settings',
  name: 'change_settings',
  summary:
    'Changes the settings given, from the next request on; null puts a default back. Limits and statuses change one by one. A bad one changes nothing.',
  body: changesOfSettings,
  returns: settingsShape,
})
