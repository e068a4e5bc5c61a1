import type { Json } from '../../host/documents/json-schema.ts'
import { catalog } from '../../service/catalog.ts'
import { control, type ControlCall } from './definition.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  name: 'get_openapi',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ origin, prefix }) {
    return { ...(await (openApiDocument ??= writeOpenApi())), servers: [{ url: `${origin}${prefix}/v1` }] }
  },
})

let openApiDocument: Promise<Json> | undefined

/** Written once: the units never change, and its examples are answers of an emulator. */
async function writeOpenApi(): Promise<Json> {
  const { openApi } = await import('../../host/documents.ts')
  return openApi(catalog)
}

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...(await (openRpcDocument ??= writeOpenRpc())), servers: [{ name: 'emulator', url }] }
  },
})

let openRpcDocument: Promise<Json> | undefined

/** Written once: the units never change, and its examples are answers of an emulator. */
async function writeOpenRpc(): Promise<Json> {
  const { openRpc } = await import('../../host/documents.ts')
  return openRpc(catalog)
}

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
