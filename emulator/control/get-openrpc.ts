import { catalog } from '../catalog.ts'
import { control } from './definition.ts'

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix }) {
    const { openRpc } = await import('../documents/openrpc.ts')
    return openRpc(catalog, `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`)
  },
})
