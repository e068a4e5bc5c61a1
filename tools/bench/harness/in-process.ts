import { handle } from '../../../emulator/host/dispatch.ts'
import type { Emulator } from '../../../emulator/index.ts'
import type { WireRequest } from '../../../emulator/engine/kernel/wire.ts'
import type { Conversation, RestRequest } from '../workload/rest.ts'
import { callerKey } from '../workload/world.ts'

/** Asks an emulator of the source in this process for what a conversation asks next. Gives the body; an answer other than 200 ends the benchmark. */
export function talk(emulator: Emulator, conversation: Conversation): () => string {
  let last = ''
  return () => {
    last = answerTo(emulator, toWire(conversation(last)))
    return last
  }
}

function toWire({ method, path, caller, body }: RestRequest): WireRequest {
  const headers = ['x-api-key', callerKey(caller), ...(body === undefined ? [] : ['content-type', 'application/json'])]
  return {
    method,
    url: path,
    headers,
    body: body === undefined ? null : new TextEncoder().encode(JSON.stringify(body)),
  }
}

function answerTo(emulator: Emulator, request: WireRequest): string {
  const answer = handle(emulator, request) as { status: number; body: string }
  if (answer.status !== 200)
    throw new Error(`${request.method} ${request.url} answered ${answer.status}: ${answer.body}`)
  return answer.body
}
