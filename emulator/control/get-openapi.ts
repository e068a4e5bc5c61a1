import { catalog } from '../catalog.ts'
import { control } from './definition.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ origin, prefix }) {
    const { openApi } = await import('../documents/openapi.ts')
    return openApi(catalog, `${origin}${prefix}/v1`)
  },
})
