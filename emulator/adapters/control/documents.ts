import * as api from '../../host/control-api/documents.ts'
import type { Json } from '../../host/documents/json-schema.ts'
import { catalog } from '../../service/catalog.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { handle } from './handler.ts'

export const getOpenApi = handle(api.getOpenApi, async ({ emulator, origin, prefix }) => {
  const document = await openApiDocument(instanceOf(emulator).start.lasting.facts)
  return { ...document, servers: [{ url: `${origin}${prefix}/v1` }] }
})

const openApiDocument = writtenOnce(async (facts) => {
  const { openApi } = await import('../../host/documents.ts')
  return openApi(catalog, undefined, facts)
})

export const getOpenRpc = handle(api.getOpenRpc, async ({ emulator, origin, prefix }) => {
  const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
  return { ...(await openRpcDocument(instanceOf(emulator).start.lasting.facts)), servers: [{ name: 'emulator', url }] }
})

const openRpcDocument = writtenOnce(async (facts) => {
  const { openRpc } = await import('../../host/documents.ts')
  return openRpc(catalog, undefined, facts)
})

export const getControlOpenApi = handle(api.getControlOpenApi, async ({ origin, prefix }) => {
  const { controlOpenApi } = await import('../../host/control-api/openapi.ts')
  return controlOpenApi(`${origin}${prefix}/__emulator`)
})

export const getScenarioSchema = handle(api.getScenarioSchema, async () => {
  const { scenarioSchema } = await import('./scenario-schema.ts')
  return scenarioSchema
})

/** Caches a document by its facts, because its units never change, and writing it runs an emulator for the examples. */
function writtenOnce(write: (facts: FactsDocument | undefined) => Promise<Json>) {
  let plain: Promise<Json> | undefined
  const withFacts = new WeakMap<FactsDocument, Promise<Json>>()
  return (facts: FactsDocument | undefined): Promise<Json> => {
    if (facts === undefined) return (plain ??= write(undefined))
    const written = withFacts.get(facts) ?? write(facts)
    withFacts.set(facts, written)
    return written
  }
}
