import { expect, it } from 'vitest'
import { BoundedLines } from './bounded-lines.ts'

const MAX = 1_000

/** Lines that pass, and ids of those that are too long, for a text sent in pieces of some size. */
async function read(text: string, size: number): Promise<{ lines: string[]; ids: unknown[] }> {
  const ids: unknown[] = []
  const bounded = new BoundedLines((id) => ids.push(id), MAX)
  for (let start = 0; start < text.length; start += size) bounded.write(text.slice(start, start + size))
  bounded.end()
  let passed = ''
  for await (const lines of bounded) passed += String(lines)
  return { lines: passed.split(/(?<=\n)/), ids }
}

const message = (id: unknown, length: number) =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params: { text: 'x'.repeat(length) }, id })}\n`
const first = `{"jsonrpc":"2.0","id":"first","params":"${'x'.repeat(MAX)}"}\n`

it.each([1, 7, 300, 100_000])(
  'passes lines one by one, and tells of those that are too long (pieces of %d)',
  async (size) => {
    const short = message(1, 10)
    const text = [short, message(2, MAX), message('three', 5_000), short, first, `${'y'.repeat(3_000)}\n`, short].join(
      '',
    )
    expect(await read(text, size)).toEqual({ lines: [short, short, short], ids: [2, 'three', 'first', null] })
  },
)

it('passes a line of the longest length, and leaves out one that does not end', async () => {
  const longest = `${'z'.repeat(MAX - 1)}\n`
  expect(await read(`${longest}no end`, 64)).toEqual({ lines: [longest], ids: [] })
})
