import { handle } from '../../emulator/host/dispatch.ts'
import type { Emulator } from '../../emulator/index.ts'
import { keyOf } from '../workload/world.ts'
import type { Conversation } from '../workload/rest.ts'

/** Asks an emulator of the source in this process for what a conversation asks next; an answer other than 200 ends the benchmark. */
export function talk(emulator: Emulator, conversation: Conversation): () => string {
  let last = ''
  return () => {
    const { method, path, caller, body } = conversation(last)
    const headers = ['x-api-key', keyOf(caller), ...(body === undefined ? [] : ['content-type', 'application/json'])]
    const text = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body))
    const answer = handle(emulator, { method, url: path, headers, body: text }) as { status: number; body: string }
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`)
    last = answer.body
    return last
  }
}
