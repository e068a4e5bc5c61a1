import { afterAll, beforeAll } from 'vitest'
import { WebSocket as WebSocketOfWs } from 'ws'

/** Gives this file a WebSocket for msw to replace: Node 20 has none of its own. Call it before `server.listen` is hooked in. */
export function useGlobalWebSocket(): void {
  if (globalThis.WebSocket !== undefined) return
  beforeAll(() => {
    globalThis.WebSocket = WebSocketOfWs as unknown as typeof WebSocket
  })
  afterAll(() => {
    Reflect.deleteProperty(globalThis, 'WebSocket')
  })
}
