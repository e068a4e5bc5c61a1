/** Reads files by name, which may be pipes or endless devices. */
import { Buffer } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { decodeFile } from './decode-file.ts'
import { readHeld } from './held-files.ts'
import { unreadable } from './unreadable.ts'

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
      throw new EmulatorError(`${file} is ${describeEntry(stats)}, expected a YAML or JSON file`)
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
