import { call } from './call.ts'

export const getOpenApi = call({
  method: 'GET',
  path: '/openapi.json',
  name: 'get_openapi',
  summary: 'The OpenAPI 3.1 document of the REST API.',
})

export const getOpenRpc = call({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
})

export const getControlOpenApi = call({
  method: 'GET',
  path: '/control.openapi.json',
  name: 'get_control_openapi',
  summary: 'The OpenAPI 3.1 document of this control API.',
})

export const getScenarioSchema = call({
  method: 'GET',
  path: '/scenario.schema.json',
  name: 'get_scenario_schema',
  summary: 'JSON Schema of scenario files, for editors.',
})
