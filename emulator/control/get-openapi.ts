import { catalog } from '../catalog.ts'
import { control } from './definition.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ origin, prefix }) {
    return { ...await (written ??= write()), servers: [{ url: `${origin}${prefix}/v1` }] }
  },
})

// The units never change, and their examples are answers of an emulator: written once.
let written: ReturnType<typeof write> | undefined

async function write() {
  const { openApi } = await import('../documents/openapi.ts')
  return openApi(catalog)
}
