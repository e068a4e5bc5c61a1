import { catalog } from '../catalog.ts'
import { control } from './definition.ts'
import { writtenOnce } from './written-once.ts'

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...await written(), servers: [{ name: 'emulator', url }] }
  },
})

const written = writtenOnce(async () => {
  const { openRpc } = await import('../host/documents.ts')
  return openRpc(catalog)
})
