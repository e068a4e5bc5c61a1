import { expect, it } from 'vitest'
import { until } from '../../../tests/helpers/until.ts'
import { eventData } from './events.ts'

it('reads events whose parts end anywhere', async () => {
  const text = ': open\n\nevent: exchange\nid: 1\ndata: {"a":"é"}\n\nid: 2\ndata: {"b":2}\n\nid: 3\nda'
  for (const size of [1, 7, 1_000]) {
    const bytes = new TextEncoder().encode(text)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
    const heard: string[] = []
    for await (const data of eventData(body)) heard.push(data)
    expect(heard).toEqual(['{"a":"é"}', '{"b":2}'])
  }
})

it('ends a stream that no network carries', async () => {
  const ending = new AbortController()
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    cancel: () => {
      cancelled = true
    },
  })
  const heard = (async () => {
    for await (const data of eventData(body, ending.signal)) expect(data).toBeUndefined()
  })()
  ending.abort()
  await heard
  await until(() => expect(cancelled).toBe(true))
})
