import { catalog } from '../../service/catalog.ts'
import { control } from './definition.ts'
import { withPauses } from './with-pauses.ts'
import { writtenOnce } from './written-once.ts'

export const getOpenApi = control({
  method: 'GET',
  path: '/openapi.json',
  name: 'get_openapi',
  summary: 'The OpenAPI 3.1 document of the REST API.',
  async handle({ origin, prefix, site }) {
    return { ...(await written(site.pause)), servers: [{ url: `${origin}${prefix}/v1` }] }
  },
})

const written = writtenOnce(async (pause) => {
  const { writingOpenApi } = await import('../../host/documents.ts')
  return withPauses(writingOpenApi(catalog), pause)
})
