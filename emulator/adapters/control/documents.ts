import type { Json } from '../../host/documents/json-schema.ts'
import { catalog } from '../../service/catalog.ts'
import type { FactsDocument } from '../../host/facts/facts.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { control, type ControlCall } from './definition.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  name: 'get_openapi',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ emulator, origin, prefix }) {
    const document = await openApiDocument(instanceOf(emulator).start.facts)
    return { ...document, servers: [{ url: `${origin}${prefix}/v1` }] }
  },
})

const openApiDocument = writtenOnce(async (facts) => {
  const { openApi } = await import('../../host/documents.ts')
  return openApi(catalog, undefined, facts)
})

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ emulator, origin, prefix }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...(await openRpcDocument(instanceOf(emulator).start.facts)), servers: [{ name: 'emulator', url }] }
  },
})

const openRpcDocument = writtenOnce(async (facts) => {
  const { openRpc } = await import('../../host/documents.ts')
  return openRpc(catalog, undefined, facts)
})

/** Makes the call that describes all calls, itself among them. */
export function getControlOpenApi(calls: () => readonly ControlCall[]): ControlCall {
  return control({
    method: 'GET',
    path: '/control.openapi.json',
    name: 'get_control_openapi',
    summary: 'The OpenAPI 3.1 document of this control API.',
    async handle({ origin, prefix }) {
      const { controlOpenApi } = await import('./control-openapi.ts')
      return controlOpenApi(calls(), `${origin}${prefix}/__emulator`)
    },
  })
}

export const getScenarioSchema = control({
  method: 'GET',
  path: '/scenario.schema.json',
  name: 'get_scenario_schema',
  summary: 'JSON Schema of scenario files, for editors.',
  async handle() {
    const { scenarioSchema } = await import('./scenario-schema.ts')
    return scenarioSchema
  },
})

/** Writes a document once for the same facts: the units never change, and its examples are answers of an emulator. */
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
