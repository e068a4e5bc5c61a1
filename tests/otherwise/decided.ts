import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { Api } from '../conformance/api.ts'

/** Creates an emulator that decides by these alternatives. */
export const decided = (...otherwise: string[]): Emulator => createEmulator({ settings: { otherwise } })

export const apiOf = (emulator: Emulator): Api => new Api('http://emulator/v1', (request) => emulator.fetch(request))

/** Last entry of the journal. */
export const lastOf = ({ journal }: Emulator) => journal.entries().at(-1)!

/** Frames that a socket of ada is sent for messages, in JSON or as they are written, that arrive together. */
export async function sendTogether(emulator: Emulator, ...messages: (object | string)[]): Promise<string[]> {
  const sent: string[] = []
  const socket = emulator.connect({
    url: '/v1/realtime',
    headers: { 'x-api-key': 'svc-key-ada-admin' },
    send: (text) => sent.push(text),
    close: () => {},
  })
  for (const message of messages) socket.receive(typeof message === 'string' ? message : JSON.stringify(message))
  await Promise.resolve()
  return sent
}

/** Call of a command, or a notification. */
export const call = (id: number | undefined, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params })
