import { useSession } from '../session.ts'
import { useLoaded } from '../use-loaded.ts'
import { readTriggerSchema, type ControlDocument, type TriggerSchema } from './trigger-schema.ts'

/** The schema of triggers; undefined until it is read. */
export function useTriggerSchema(): TriggerSchema | undefined {
  const { source } = useSession()
  const { value } = useLoaded(() => source.call('GET /control.openapi.json'), [])
  return value && readTriggerSchema(value as unknown as ControlDocument)
}
