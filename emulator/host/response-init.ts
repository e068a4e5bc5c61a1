import { statusText } from '../engine/faults/answer-body.ts'

/** Head of an answer as a server sends it: with the reason of its status, and the length of its body. */
export function responseInit(status: number, list: readonly string[], length: number | undefined): ResponseInit {
  const headers = new Headers()
  for (let i = 0; i < list.length; i += 2) headers.append(list[i]!, list[i + 1]!)
  if (length !== undefined) headers.set('content-length', String(length))
  return { status, statusText: statusText(status), headers }
}
