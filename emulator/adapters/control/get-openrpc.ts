import type { Json } from '../../host/documents/json-schema.ts'
import { catalog } from '../../service/catalog.ts'
import { control } from './definition.ts'

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  name: 'get_openrpc',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...(await (written ??= write())), servers: [{ name: 'emulator', url }] }
  },
})

let written: Promise<Json> | undefined

/** Written once: the units never change, and its examples are answers of an emulator. */
async function write(): Promise<Json> {
  const { openRpc } = await import('../../host/documents.ts')
  return openRpc(catalog)
}
