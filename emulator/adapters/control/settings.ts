import * as v from 'valibot'
import type { CallBody } from '../../host/control-api/call.ts'
import * as api from '../../host/control-api/settings.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { unknownIdProblems } from '../../engine/world/rules.ts'
import { settingsSchema, type Settings } from '../../engine/world/settings.ts'
import { hostOf, instanceOf } from '../../host/instance-of.ts'
import { withBody } from './cause.ts'
import { handle } from './handler.ts'

export const getSettings = handle(api.getSettings, ({ emulator }) => ({ settings: hostOf(emulator).world.settings }))

type SettingsBody = CallBody<typeof api.changeSettings>

/**
 * Merges changes of valid shape into settings; null restores a default. An equal setting keeps its identity. Throws
 * `EmulatorError` for unknown mutants.
 */
function changedSettings(settings: Settings, changes: SettingsBody): Settings {
  const changed = v.parse(settingsSchema, withChanges(settings, changes))
  const unknown = unknownIdProblems(changed, [])
  if (unknown.length > 0) throw new EmulatorError(unknown)
  const kept = Object.entries(settings).filter(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(changed[name as keyof Settings]),
  )
  return { ...changed, ...Object.fromEntries(kept) }
}

function withChanges(old: SettingsBody, changes: SettingsBody): SettingsBody {
  const changed = Object.entries(changes).map(([name, value]): [string, unknown] => {
    const inner = old[name]
    return [name, isObject(value) ? withChanges(isObject(inner) ? inner : {}, value) : value]
  })
  const isKept = ([, value]: [string, unknown]) => value !== undefined && value !== null
  return Object.fromEntries(Object.entries({ ...old, ...Object.fromEntries(changed) }).filter(isKept))
}

export const changeSettings = handle(api.changeSettings, (input) => {
  const { emulator, body } = input
  const host = hostOf(emulator)
  const settings = changedSettings(host.world.settings, body)
  if (JSON.stringify(settings) !== JSON.stringify(host.world.settings))
    instanceOf(emulator).change(withBody(input.cause, body), () => void (host.world.settings = settings))
  return { settings: host.world.settings }
})
