import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ClientError } from '../shared/client-error.ts'
import { unusable } from './unusable.ts'

/** Content of a file that passed every check. */
export interface CheckedFile {
  readonly text: string
  /** Tells this state of the file from any other: inode, size and time of the last change. */
  readonly stamp: string
}

const largest = 1024 * 1024

/**
 * The path that a write has to replace: the target of a symbolic link, so that the link stays (people keep such files
 * in a repository of their own). Refuses a link of another user, and a broken link.
 */
export function resolveTarget(file: string): string {
  const own = lstatSync(file, { throwIfNoEntry: false })
  if (own === undefined || !own.isSymbolicLink()) return file
  refuseForeignOwner(file, own, [uid()])
  try {
    return realpathSync(file)
  } catch {
    throw unusable(file, 'the symbolic link leads to no file')
  }
}

/**
 * Reads a file that may hold keys. Checks the opened file, because the path may lead to another one by then.
 *
 * @returns undefined where there is no file
 * @throws ClientError `INSECURE_CREDENTIALS_PERMISSIONS`, `CREDENTIALS_NOT_FOUND`
 */
export function readChecked(file: string, platform = process.platform): CheckedFile | undefined {
  const descriptor = openForReading(file)
  if (descriptor === undefined) return undefined
  try {
    const stats = fstatSync(descriptor)
    check(file, stats, platform)
    return { text: decode(file, readFileSync(descriptor)), stamp: fileStamp(stats) }
  } finally {
    closeSync(descriptor)
  }
}

/** The stamp of the file at this moment, or an empty string where there is none. */
export function currentStamp(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats === undefined ? '' : fileStamp(stats)
}

/** Refuses a directory that is none, or another user's. Its mode refuses nothing. */
export function checkDirectory(directory: string): void {
  const stats = statSync(directory, { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory()) throw unusable(directory, 'is not a directory')
  refuseForeignOwner(directory, stats, [uid(), 0])
}

/** Warning about a directory in which others could replace the file. */
export function directoryWarning(directory: string, platform = process.platform): string | undefined {
  if (!hasModes(platform)) return undefined
  const stats = statSync(directory, { throwIfNoEntry: false })
  if (stats === undefined || (stats.mode & 0o022) === 0) return undefined
  return `warning: ${directory} has mode ${octal(stats)}: others could replace the files in it. Run: chmod 0700 '${directory}'`
}

function openForReading(file: string): number | undefined {
  try {
    checkDirectory(dirname(file))
    const target = resolveTarget(file)
    if (target !== file) checkDirectory(dirname(target))
    // Not blocking, so that a pipe in the place of the file cannot hold us up.
    return openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (error instanceof ClientError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw unusable(file, `cannot be opened (${code})`)
  }
}

/**
 * Windows shows the same mode of every file: there, who may use one is in its access control list, which it has from
 * the user's folder.
 */
function hasModes(platform: NodeJS.Platform): boolean {
  return platform !== 'win32'
}

function check(file: string, stats: Stats, platform: NodeJS.Platform): void {
  if (!stats.isFile()) throw unusable(file, 'is not a regular file')
  refuseForeignOwner(file, stats, [uid()])
  if (hasModes(platform) && (stats.mode & 0o077) !== 0) throw insecure(file, stats)
  if (stats.size > largest) throw unusable(file, 'is larger than 1 MiB')
}

function insecure(path: string, stats: Stats): ClientError {
  return new ClientError(
    'INSECURE_CREDENTIALS_PERMISSIONS',
    `${path} has mode ${octal(stats)}: group or other may use it. Look who could have used it, then run: chmod 0600 '${path}'`,
  )
}

function octal({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0')
}

function refuseForeignOwner(path: string, stats: Stats, allowed: readonly (number | undefined)[]): void {
  if (uid() === undefined || allowed.includes(stats.uid)) return
  throw new ClientError(
    'INSECURE_CREDENTIALS_PERMISSIONS',
    `${path} belongs to another user (uid ${stats.uid}, this is uid ${uid()})`,
  )
}

function uid(): number | undefined {
  return process.geteuid?.()
}

function fileStamp({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs].join(' ')
}

function decode(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unusable(file, 'is not UTF-8 text')
  }
}
