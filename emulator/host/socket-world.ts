/** Sockets whose first call names their world. */
import { isObject } from '../engine/checking/is-object.ts'
import { AUTHENTICATE } from '../engine/kernel/realtime/rpc.ts'
import type { RealtimeSession } from '../engine/kernel/realtime/session.ts'
import { REALTIME } from '../engine/kernel/rest/http.ts'
import type { Instance } from './instance.ts'
import { chooseWorld } from './which-world.ts'
import { worldInSecret } from './world-names.ts'

/**
 * Opens a session in the main world, which its first call may take to another one: `session.authenticate` with a key
 * that ends with the name of a world (`svc-key-ada-admin@mia`).
 */
export function openInNamedWorld(main: Instance, open: (instance: Instance) => RealtimeSession): RealtimeSession {
  let session = open(main)
  let isFirst = true
  return {
    receive(data) {
      const meant = isFirst && typeof data === 'string' ? worldOfCall(main, data) : undefined
      isFirst = false
      if (meant === undefined) return session.receive(data)
      session.closed()
      session = open(meant.instance)
      session.receive(meant.text)
    },
    closed: () => session.closed(),
    close: (code, reason) => session.close(code, reason),
  }
}

/** World that the credentials of a call name, and the call with credentials that this world knows. */
function worldOfCall(main: Instance, text: string): { instance: Instance; text: string } | undefined {
  const secret = text.includes('@') ? secretIn(text) : undefined
  const found = secret === undefined ? undefined : worldInSecret(secret)
  if (secret === undefined || found === undefined) return undefined
  const chosen = chooseWorld(main, { method: 'GET', url: REALTIME, headers: ['x-api-key', secret], body: null })
  if ('refusal' in chosen || !chosen.isNamed) return undefined
  return { instance: chosen.instance, text: text.replace(secret, () => found.secret) }
}

function secretIn(text: string): string | undefined {
  let call: unknown
  try {
    call = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(call) || call['method'] !== AUTHENTICATE || !isObject(call['params'])) return undefined
  const { api_key: key, access_token: token } = call['params']
  const secret = key ?? token
  return typeof secret === 'string' ? secret : undefined
}
