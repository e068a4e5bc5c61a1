import { catalog } from '../catalog.ts'
import { control } from './definition.ts'

export const getOpenRpc = control({
  method: 'GET',
  path: '/openrpc.json',
  summary: 'The OpenRPC document of the realtime API.',
  async handle({ origin, prefix }) {
    const url = `${origin.replace(/^http/, 'ws')}${prefix}/v1/realtime`
    return { ...await (written ??= write()), servers: [{ name: 'emulator', url }] }
  },
})

// The units never change, and their examples are answers of an emulator: written once.
let written: ReturnType<typeof write> | undefined

async function write() {
  const { openRpc } = await import('../documents/openrpc.ts')
  return openRpc(catalog)
}
