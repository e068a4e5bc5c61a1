/** Reads files by name, which may be pipes or endless devices. */
import { Buffer, isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { readHeld } from './held-files.ts'
import { suchAs, unreadable } from './unreadable.ts'

/** The longest file that is read. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

/**
 * The text of a file, without a byte order mark. Throws `EmulatorError`, in one line, if there is no file, if it may be
 * endless, or if it is not UTF-8.
 */
export function readText(file: string, max = MAX_FILE_BYTES): string {
  return readHeld(file) ?? decodeFile(file, readBytes(file, max))
}

/** The bytes of a file. Throws `EmulatorError`, in one line, if there is no file, or if it may be endless. */
export function readBytes(file: string, max: number): Buffer {
  const descriptor = opened(file)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() && !isHandedOver(file))
      throw new EmulatorError(
        `${file} is ${describeEntry(stats)}, expected a YAML or JSON file${stats.isDirectory() ? suchAs(file) : ''}`,
      )
    return readAll(file, descriptor, stats.size, max)
  } catch (error) {
    if (error instanceof EmulatorError) throw error
    throw new EmulatorError(unreadable(file, error as NodeJS.ErrnoException))
  } finally {
    closeSync(descriptor)
  }
}

function opened(file: string): number {
  try {
    // A pipe without a writer must not hold us up. Windows has none by name.
    const patience = isHandedOver(file) ? 0 : (constants.O_NONBLOCK ?? 0)
    return openSync(file, constants.O_RDONLY | patience)
  } catch (error) {
    throw new EmulatorError(unreadable(file, error as NodeJS.ErrnoException))
  }
}

/** True for a file that the shell opened: `/dev/stdin`, or `/dev/fd/63` for `<(command)`. It may be a pipe. */
function isHandedOver(file: string): boolean {
  return /^\/dev\/(?:stdin|fd\/\d+)$/.test(file)
}

function describeEntry(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** The size that a file states need not be true: reading is bounded too. */
function readAll(file: string, descriptor: number, size: number, max: number): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(size, max) + 4096)
  let length = size > max ? size : 0
  while (length <= max) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length)
    const read = readSync(descriptor, bytes, length, bytes.length - length, null)
    if (read === 0) return bytes.subarray(0, length)
    length += read
  }
  throw new EmulatorError(`${file} is larger than ${max / 1024 / 1024} MiB`)
}

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
function decodeFile(file: string, bytes: Buffer): string {
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
