/** What a client would see of an answer whose transport was told to spoil it. No real time passes. */
import type { TransportFault } from '../../kernel/faults.ts'
import type { WireResponse } from '../../kernel/wire.ts'
import type { HttpAnswer } from './target.ts'

const encoder = new TextEncoder()
const nothing = new Uint8Array()

/** The answer to a request over HTTP, as it arrives within `timeout` (milliseconds). */
export function shownAnswer(response: WireResponse, timeout: number): HttpAnswer {
  const { status, faults = [] } = response
  const answer: HttpAnswer = { outcome: 'answered', status, headers: headersOf(response), bytes: bytesOf(response.body) }
  let waited = 0
  for (const fault of faults) {
    if (answer.outcome === 'no_answer') break
    waited += delayOf(fault, answer.bytes.length)
    if (waited >= timeout) return late(answer, fault)
    spoil(answer, fault)
  }
  return answer
}

function delayOf(fault: TransportFault, length: number): number {
  if (fault.kind === 'delay') return fault.ms
  return fault.kind === 'slow' ? (length / fault.bytes_per_second) * 1000 : 0
}

function late(answer: HttpAnswer, { kind }: TransportFault): HttpAnswer {
  const reason = 'no answer within the timeout'
  return kind === 'slow' ? { ...answer, outcome: 'cut', reason } : unanswered(reason)
}

function unanswered(reason: string): HttpAnswer {
  return { outcome: 'no_answer', reason, status: 0, headers: {}, bytes: nothing }
}

function spoil(answer: HttpAnswer, fault: TransportFault): void {
  if (fault.kind === 'drop' || fault.kind === 'lose_response') Object.assign(answer, unanswered('the connection was closed'))
  else if (fault.kind === 'reset') Object.assign(answer, unanswered('the connection was reset'))
  else if (fault.kind === 'empty') answer.bytes = nothing
  else if (fault.kind === 'malformed') answer.bytes = answer.bytes.slice(0, -1)
  else if (fault.kind === 'truncate') {
    const bytes = answer.bytes.slice(0, fault.bytes ?? Math.floor(answer.bytes.length / 2))
    Object.assign(answer, { outcome: 'cut', reason: 'the connection was closed', bytes })
  }
}

function headersOf({ headers }: WireResponse): Record<string, string> {
  const found: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase()
    const value = headers[index + 1] ?? ''
    found[name] = Object.hasOwn(found, name) ? `${found[name]}, ${value}` : value
  }
  return found
}

function bytesOf(body: WireResponse['body']): Uint8Array {
  if (body === null) return nothing
  return typeof body === 'string' ? encoder.encode(body) : body
}
