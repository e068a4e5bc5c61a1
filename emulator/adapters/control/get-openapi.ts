import type { Json } from '../../host/documents/json-schema.ts'
import { catalog } from '../../service/catalog.ts'
import { control } from './definition.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  name: 'get_openapi',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ origin, prefix }) {
    return { ...(await (written ??= write())), servers: [{ url: `${origin}${prefix}/v1` }] }
  },
})

let written: Promise<Json> | undefined

/** Written once: the units never change, and its examples are answers of an emulator. */
async function write(): Promise<Json> {
  const { openApi } = await import('../../host/documents.ts')
  return openApi(catalog)
}
