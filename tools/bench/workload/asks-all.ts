import type { Run } from '../../../emulator/lab/index.ts'

/** Pages of listings, as a program walks them. A client that notes what failed makes all of these calls in every experiment. */
export const pages = [
  ['list_session_objects', { session_id: 'run-01', limit: 120 }],
  ['list_session_thread_items', { session_id: 'run-01', thread_id: 'main', limit: 60 }],
  ['list_session_events', { session_id: 'run-01', limit: 70 }],
  ['list_session_graph_elements', { session_id: 'run-01', limit: 30 }],
  ['list_sessions', { org_id: 'acme' }],
  ['list_session_objects', { session_id: 'run-01', limit: 100 }],
  ['list_session_events', { session_id: 'run-01', limit: 50 }],
  ['list_session_objects', { session_id: 'run-01', limit: 80 }],
  ['list_definitions', { org_id: 'acme' }],
  ['list_session_objects', { session_id: 'run-01', limit: 60 }],
] as const

/** A client that asks for all of them, and says how each was answered. */
export async function asksAll({
  fetch,
  baseUrl,
  apiKey,
}: Pick<Run, 'fetch' | 'baseUrl' | 'apiKey'>): Promise<string[]> {
  const said: string[] = []
  for (const [name, params] of pages) {
    const response = await fetch(`${baseUrl}/workflow/${name}`, {
      method: 'POST',
      headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(params),
    })
    said.push(((await response.json()) as { status: string }).status)
  }
  return said
}
