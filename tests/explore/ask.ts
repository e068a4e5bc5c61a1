import type { Run } from '../../emulator/lab/index.ts'

interface Answer {
  readonly status: number
  readonly body: Record<string, never>
}

/** Milliseconds that the planted clients wait for an answer. */
export const PATIENCE = 400

/** A request with a time limit; everything but the envelope of a success is an error. */
export async function ask(
  { fetch, baseUrl, apiKey }: Run,
  method: string,
  path: string,
  body?: object,
): Promise<Answer['body']> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(PATIENCE),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  let envelope: { status?: string; error?: string }
  try {
    envelope = JSON.parse(text) as typeof envelope
  } catch {
    throw new Error(`the service answered ${response.status} and no JSON`)
  }
  if (envelope.status !== 'success') throw new Error(`the service refused: ${envelope.error ?? response.status}`)
  return envelope as never
}
