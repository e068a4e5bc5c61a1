import type { Source } from '../source/source.ts'
import type { WorldKey } from './keys.ts'

/** Query of an upgrade request with credentials. */
export function credentialQuery(key: WorldKey | undefined): string {
  return key === undefined
    ? ''
    : `?${new URLSearchParams({ [key.kind === 'token' ? 'access_token' : 'api_key']: key.secret }).toString()}`
}

/** Calls over a socket of its own. Rejects if the socket closes before the answer. */
export function callOnce(
  source: Source,
  query: string,
  request: { readonly id: number } & Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = source.dial(query, {
      opened: () => socket.send(JSON.stringify(request)),
      heard: (text) => {
        const answer = answerTo(request.id, text)
        if (answer === undefined) return
        resolve(answer)
        socket.close()
      },
      closed: (code, reason) =>
        reject(
          new Error(`The socket was closed before an answer came: code ${code}${reason === '' ? '' : `, ${reason}`}.`),
        ),
    })
  })
}

function answerTo(id: number, text: string): unknown {
  try {
    const answer = JSON.parse(text) as { id?: unknown } | null
    return answer?.id === id ? answer : undefined
  } catch {
    return undefined
  }
}
