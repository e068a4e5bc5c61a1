import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
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

it('says where it looked for a relative path, and names a file of a directory', () => {
  expect(() => readText('./none.yaml')).toThrow(`there is no file ./none.yaml, looked for ${resolve('none.yaml')}`)
  const file = written('a: 1')
  expect(() => readText(dirname(file))).toThrow(`is a directory, expected a YAML or JSON file, such as ${file}`)
})

it('leaves out a byte order mark', () => {
  expect(readText(written('\uFEFFa: 1'))).toBe('a: 1')
})

it.each<[string, Uint8Array, number, number, string]>([
  [
    'UTF-16 of PowerShell',
    Buffer.from('\uFEFFa: 1', 'utf16le'),
    1,
    1,
    'it is UTF-16, as PowerShell and Notepad may write',
  ],
  ['UTF-16 with the high byte first', Buffer.from('\uFEFFa: 1', 'utf16le').swap16(), 1, 1, 'it is UTF-16, as'],
  ['UTF-16 without a mark', Buffer.from('a: 1', 'utf16le'), 1, 1, 'it is UTF-16 without a mark'],
  ['UTF-32', Uint8Array.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 1, 1, 'it is UTF-32, as'],
  [
    'Latin-1',
    Buffer.from('a: 1\r\nb: caf\xe9', 'latin1'),
    2,
    7,
    'it holds the byte 0xE9, as in Latin-1 or Windows-1252',
  ],
  ['text that was cut in a letter', Uint8Array.from([0x61, 0xf0, 0x9f, 0x98]), 1, 2, 'it holds the byte 0xF0'],
])('refuses %s with its place', (_, bytes, line, column, why) => {
  const file = written(bytes)
  const message = `${file}:${line}:${column} the file is not UTF-8: ${why}`
  expect(() => readText(file)).toThrow(message)
  expect(() => readText(file)).toThrow(/; save it as UTF-8$/)
})

it.each(['', 'a', '\u0000\u0000', 'a: "\uFFFD"'])('reads %j', (text) => expect(readText(written(text))).toBe(text))

it('refuses a file that is longer than may be read', () => {
  expect(() => readText(written('x'.repeat(2 * PIECE_BYTES)), PIECE_BYTES)).toThrow('is larger than 1 MiB')
})
