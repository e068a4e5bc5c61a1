import * as v from 'valibot'
import { call } from './call.ts'
import { fields } from '../../engine/checking/strict.ts'
import { described } from '../../engine/matching/schema-common.ts'
import { settingsSchema } from '../../engine/world/settings.ts'

const settingsShape = v.strictObject({ settings: settingsSchema })

/** Schema of changes: each setting may be left out, or null. Limits and statuses are changed one by one. */
function makeOptional(schema: v.GenericSchema): v.GenericSchema {
  const { entries } = schema as unknown as { entries?: Readonly<Record<string, v.GenericSchema>> }
  if (entries === undefined) return schema
  const changes = Object.entries(entries).map(([name, setting]) => {
    const { wrapped } = setting as unknown as { wrapped: v.GenericSchema }
    const about = v.getDescription(setting)
    const changed = makeOptional(wrapped)
    return [name, v.nullish(about === undefined ? changed : described(changed, about))]
  })
  return fields(Object.fromEntries(changes) as v.ObjectEntries)
}

const changesOfSettings = makeOptional(settingsSchema) as v.GenericSchema<unknown, Given>

type Given = Readonly<Record<string, unknown>>

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
