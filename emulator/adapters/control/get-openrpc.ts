import { catalog } from '../../service/catalog.ts'
import { control } from './definition.ts'
import { withPauses } from './with-pauses.ts'
import { writtenOnce } from './written-once.ts'

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix, site }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...(await written(site.pause)), servers: [{ name: 'emulator', url }] }
  },
})

const written = writtenOnce(async (pause) => {
  const { writingOpenRpc } = await import('../../host/documents.ts')
  return withPauses(writingOpenRpc(catalog), pause)
})
