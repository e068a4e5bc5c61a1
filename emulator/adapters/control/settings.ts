import * as v from 'valibot'
import { isObject } from '../../engine/checking/is-object.ts'
import { fields } from '../../engine/checking/strict.ts'
import { described } from '../../engine/matching/schema-common.ts'
import { settingsSchema, type Settings } from '../../engine/world/settings.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { refuseUnknownMutants } from '../../host/parse-settings.ts'
import { withBody } from './cause.ts'
import { control } from './definition.ts'

const settingsShape = v.strictObject({ settings: settingsSchema })

export const getSettings = control({
  method: 'GET',
  path: '/settings',
  name: 'get_settings',
  summary: 'The settings of the world.',
  returns: settingsShape,
  handle: ({ emulator }) => ({ settings: hostOf(emulator).world.settings }),
})

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

/**
 * Changes the given settings, whose shape is right; null puts a default back. A setting that stays equal stays the same
 * value. Throws `EmulatorError` for unknown mutants.
 */
function changedSettings(settings: Settings, changes: Given): Settings {
  const changed = v.parse(settingsSchema, withChanges(settings, changes))
  refuseUnknownMutants(changed, [])
  const kept = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(changed[name as keyof Settings]),
  )
  return { ...changed, ...Object.fromEntries(kept) }
}

function withChanges(old: Given, changes: Given): Given {
  const changed = Object.entries(changes).map(([name, value]): [string, unknown] => {
    const inner = old[name]
    return [name, isObject(value) ? withChanges(isObject(inner) ? inner : {}, value) : value]
  })
  const isKept = ([, value]: [string, unknown]) => value !== undefined && value !== null
  return Object.fromEntries(Object.entries({ ...old, ...Object.fromEntries(changed) }).filter(isKept))
}

export const changeSettings = control({
  method: 'PATCH',
  path: '/settings',
  name: 'change_settings',
  summary:
    'Changes the settings given, from the next request on; null puts a default back. Limits and statuses change one by one. A bad one changes nothing.',
  body: changesOfSettings,
  returns: settingsShape,
  handle(input) {
    const { emulator, body } = input
    const host = hostOf(emulator)
    ;(host.tracer ?? host.world).settle()
    const settings = changedSettings(host.world.settings, body)
    if (JSON.stringify(settings) !== JSON.stringify(host.world.settings))
      instanceOf(emulator).change(withBody(input.cause, body), () => void (host.world.settings = settings))
    return getSettings.handle(input as never)
  },
})
