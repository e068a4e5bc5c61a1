import { Buffer, isUtf8 } from 'node:buffer'
import { EmulatorError } from '../engine/checking/emulator-error.ts'

/** First bytes of files in other encodings; the longer ones come first, because one begins with another. */
const marks = [
  ['UTF-32', [0xff, 0xfe, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff]],
  ['UTF-16', [0xff, 0xfe]],
  ['UTF-16', [0xfe, 0xff]],
] as const

/**
 * Decodes a file in UTF-8, without its byte order mark. Throws `EmulatorError`, with the place, for any other encoding.
 */
export function decodeFile(file: string, bytes: Buffer): string {
  const other = findEncoding(bytes)
  if (other !== undefined) throw notUtf8(file, 1, 1, `it is ${other}, as PowerShell and Notepad may write`)
  const text = bytes.toString('utf8')
  if (!isUtf8(bytes)) throw brokenText(file, text, bytes)
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Encoding of a file by its byte order mark, or by zeros between its first letters. */
function findEncoding(bytes: Buffer): string | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte))
  if (marked !== undefined) return marked[0]
  const [first, second] = bytes
  return bytes.length > 1 && (first === 0) !== (second === 0) ? 'UTF-16 without a mark' : undefined
}

function brokenText(file: string, text: string, bytes: Buffer): EmulatorError {
  const before = text.slice(0, text.indexOf('\uFFFD'))
  const lines = before.split(/\r\n|\r|\n/)
  const byte = bytes[Buffer.byteLength(before)]!.toString(16).toUpperCase().padStart(2, '0')
  return notUtf8(
    file,
    lines.length,
    lines.at(-1)!.length + 1,
    `it holds the byte 0x${byte}, as in Latin-1 or Windows-1252`,
  )
}

function notUtf8(file: string, line: number, column: number, why: string): EmulatorError {
  const message = `the file is not UTF-8: ${why}; save it as UTF-8`
  return new EmulatorError([{ kind: 'syntax', path: [], message, at: { file, line, column } }])
}
