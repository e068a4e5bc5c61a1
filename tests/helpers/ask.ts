import type { Run } from '../../emulator/lab/subjects/function.ts'

/**
 * Makes a call like a client without a time limit: returns the envelope of a success, and rejects with the code of an
 * error.
 */
export async function ask(
  { fetch, baseUrl, apiKey }: Run,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, never>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { status: string; error?: string }
  if (answer.status !== 'success') throw new Error(answer.error)
  return answer as never
}
