import type { Run } from 'svc-emulator/explore'
import { JSONRPCClient } from 'json-rpc-2.0'

/** Reads two sessions over one socket. */
export async function sessions({ WebSocket, realtimeUrl, apiKey }: Run): Promise<string[]> {
  const socket = new WebSocket(`${realtimeUrl}?api_key=${apiKey}`)
  const client = new JSONRPCClient((request) => socket.send(JSON.stringify(request)))
  socket.onmessage = ({ data }) => client.receive(JSON.parse(String(data)))
  await new Promise((resolve) => (socket.onopen = resolve))
  const answers = await Promise.all(
    ['run-01', 'run-02'].map((session_id) => client.request('workflow.get_session', { session_id })),
  )
  return answers.map(({ session }: { session: { alias: string } }) => session.alias)
}
