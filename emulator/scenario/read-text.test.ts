import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readText } from './read-text.ts'

const PIECE_BYTES = 1024 * 1024

function written(bytes: string | Uint8Array): string {
  const file = join(mkdtempSync(join(tmpdir(), 'read-text-')), 'a.yaml')
  writeFileSync(file, bytes)
  return file
}

it.each([1, 2, 3])('reads a character that stands in two pieces, %d of its bytes in the first', (first) => {
  const text = `${'x'.repeat(PIECE_BYTES - first)}😀 and more`
  expect(readText(written(text)) === text).toBe(true)
})

it('keeps a byte order mark, which parsers look at', () => {
  expect(readText(written('\uFEFFa: 1'))).toBe('\uFEFFa: 1')
})

it.each([
  [[0x61, 0xff, 0x62], 'a\uFFFDb'],
  [[0x61, 0xf0, 0x9f, 0x98], 'a\uFFFD'],
])('reads the bytes %j, which are no text, as %j', (bytes, text) => {
  expect(readText(written(Uint8Array.from(bytes)))).toBe(text)
})

it('refuses a file that is longer than may be read', () => {
  expect(() => readText(written('x'.repeat(2 * PIECE_BYTES)), PIECE_BYTES)).toThrow('is larger than 1 MiB')
})
