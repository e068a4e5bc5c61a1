/** Reads files that a command line or another file names: what is there need not be a file that ends. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { readHeld } from './held-files.ts'
import { unreadable } from './unreadable.ts'

/** The longest file that is read. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const PIECE_BYTES = 1024 * 1024

/** The text of a file. Throws `EmulatorError`, in one line, where there is none or where what is there may never end. */
export function readText(file: string, max = MAX_FILE_BYTES): string {
  const held = readHeld(file)
  if (held !== undefined) return held
  const descriptor = opened(file)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() && !isHandedOver(file))
      throw new EmulatorError(`${file} is ${describeEntry(stats)}, expected a YAML or JSON file`)
    return decodeText(file, descriptor, stats.size, max)
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

/** A file that a shell opened for us: `/dev/stdin`, or `/dev/fd/63` for `<(command)`. It may be a pipe, whose writer the user knows. */
function isHandedOver(file: string): boolean {
  return /^\/dev\/(?:stdin|fd\/\d+)$/.test(file)
}

function describeEntry(stats: Stats): string {
  if (stats.isDirectory()) return 'a directory'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

/** The size that a file states need not be true: reading is bounded too. */
function decodeText(file: string, descriptor: number, size: number, max: number): string {
  // A streaming TextDecoder takes two bytes for each character, of plain ASCII as well.
  const decoder = new StringDecoder('utf8')
  const piece = new Uint8Array(Math.min(PIECE_BYTES, size + 4096))
  let text = ''
  for (let total = size > max ? size : 0; total <= max;) {
    const read = readSync(descriptor, piece)
    if (read === 0) return text + decoder.end()
    text += decoder.write(piece.subarray(0, read))
    total += read
  }
  throw new EmulatorError(`${file} is larger than ${max / 1024 / 1024} MiB`)
}
