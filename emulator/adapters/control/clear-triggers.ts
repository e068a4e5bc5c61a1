import * as v from 'valibot'
import { control } from './definition.ts'

export const clearTriggers = control({
  method: 'DELETE',
  path: '/triggers',
  name: 'clear_triggers',
  summary: 'Takes every trigger away.',
  returns: v.strictObject({ deleted: v.number() }),
  handle({ emulator: { triggers } }) {
    const deleted = triggers.list().length
    triggers.clear()
    return { deleted }
  },
})
