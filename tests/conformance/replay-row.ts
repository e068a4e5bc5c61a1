/** The target of a replay in process, as a row of the matrices of faults. */
import type { Emulator } from '../../emulator/index.ts'
import { InProcessTarget } from '../../emulator/scenario/targets/in-process.ts'
import type { HttpAnswer, TargetWire, WireEvents } from '../../emulator/scenario/targets/target.ts'
import { Frames, type Socket } from './socket.ts'

/** Answer of the target to a request, as `fetch` would return it. */
export async function fetchInReplay(emulator: Emulator, url: string, init: RequestInit): Promise<Response> {
  const answer = await new InProcessTarget(emulator).request({
    method: init.method ?? 'GET',
    path: new URL(url).pathname.replace(/^\/v1/, ''),
    headers: init.headers as Record<string, string>,
    body: init.body as string | undefined,
    timeout: 60_000,
  })
  if (answer.outcome === 'no_answer') throw new TypeError('fetch failed', { cause: { code: answer.reason } })
  return new Response(makeBody(answer), { status: answer.status, headers: answer.headers })
}

function makeBody({ outcome, reason, status, bytes }: HttpAnswer): BodyInit | null {
  if (status === 204) return null
  if (outcome === 'answered') return bytes as BodyInit
  const steps = bytes.length === 0 ? [] : [bytes]
  return new ReadableStream(
    {
      pull(controller) {
        const next = steps.shift()
        if (next === undefined) controller.error(new TypeError('terminated', { cause: { code: reason } }))
        else controller.enqueue(next)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Events of the target's socket. */
export async function socketInReplay(emulator: Emulator, as: string): Promise<Socket> {
  const frames = new Frames()
  let over: (how: { code: number; reason: string }) => void
  const closed = new Promise<{ code: number; reason: string }>((resolve) => (over = resolve))
  const events: WireEvents = {
    text: (text) => frames.push(text),
    closed(code, reason) {
      over({ code, reason })
      frames.end()
    },
    failed: (reason) => events.closed(0, reason),
  }
  const wire: TargetWire = await new InProcessTarget(emulator).connect({ 'x-api-key': as }, events)
  return { send: (frame) => wire.send(String(frame)), next: () => frames.next(), closed, close: () => wire.close() }
}
