import type { Run } from 'svc-emulator/explore'
import { JSONRPCClient, type JSONRPCResponse } from 'json-rpc-2.0'

/** Reads two sessions over one socket. */
export async function sessions({ WebSocket, realtimeUrl, apiKey }: Run): Promise<string[]> {
  const socket = new WebSocket(`${realtimeUrl}?api_key=${apiKey}`)
  const client = new JSONRPCClient((request) => socket.send(JSON.stringify(request)))
  socket.onmessage = ({ data }) => {
    for (const answer of parsed(String(data))) client.receive(answer)
  }
  await new Promise<void>((resolve, reject) => {
    setTimeout(() => reject(new Error('the socket does not open')), 500)
    socket.onopen = () => resolve()
    socket.onclose = () => {
      reject(new Error('the socket is closed'))
      client.rejectAllPendingRequests('the socket is closed')
    }
  })
  const answers = await Promise.all(
    ['run-01', 'run-02'].map((session_id) => client.timeout(500).request('workflow.get_session', { session_id })),
  )
  return answers.map(({ session }: { session: { alias: string } }) => session.alias)
}

/** A frame that is no JSON is nobody's answer: the call behind it runs into its time limit. */
function parsed(text: string): JSONRPCResponse[] {
  try {
    return [JSON.parse(text) as JSONRPCResponse]
  } catch {
    return []
  }
}
