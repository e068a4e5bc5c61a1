import type { Stats } from 'node:fs'
import { link, open, readdir, realpath, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A text, or the pieces of one: between two of them other work gets its turn. */
export type FileText = string | Iterable<string>

export interface ReplaceOptions {
  /** Mode of the file from its first byte. Default: that of the file it replaces. */
  readonly mode?: number
  /** The caller alone may write the file (it holds a lock): whatever another writer left is swept. */
  readonly alone?: boolean
  /** A file that is there already stays, and the error is EEXIST. */
  readonly exclusive?: boolean
  /** The last look before the new file takes the place of the old one. When it throws, nothing is changed. */
  readonly check?: () => void
}

/**
 * Puts a text in the place of a file in one step: at any moment, a full disk, a kill and a power cut included, the path names the
 * whole old file or the whole new one. A symbolic link stays and what it leads to is replaced; what is no file (`/dev/stdout`) is
 * written to.
 *
 * @throws the system's error (ENOSPC, EACCES and so on); the old file is then as it was, and nothing is left beside it
 */
export async function replaceFile(file: string, text: FileText, options: ReplaceOptions = {}): Promise<void> {
  const before = await statOf(file)
  if (before !== undefined && !before.isFile() && !before.isDirectory()) return writeFile(file, encoded(text))
  const target = before === undefined ? file : await realpath(file)
  await sweep(target, options.alone === true)
  const made = await temporaryFor(target, options.mode ?? 0o666)
  try {
    await fill(made.handle, text, before, options.mode)
    options.check?.()
    await (options.exclusive === true ? linkOnce(made.path, target) : rename(made.path, target))
    await syncDirectory(dirname(target))
  } catch (error) {
    await rm(made.path, { force: true })
    throw error
  } finally {
    underWay.delete(made.path)
  }
}

async function statOf(file: string): Promise<Stats | undefined> {
  return stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/** Temporary files of this process that are being written. */
const underWay = new Set<string>()

interface Temporary {
  readonly path: string
  readonly handle: FileHandle
}

async function temporaryFor(target: string, mode: number): Promise<Temporary> {
  for (let number = 1; ; number++) {
    const path = `${target}.${process.pid}-${number}.tmp`
    if (underWay.has(path)) continue
    underWay.add(path)
    try {
      return { path, handle: await open(path, 'wx', mode) }
    } catch (error) {
      underWay.delete(path)
      // A process of another container may have our number.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** Writes everything, or throws. Closes the file in either case. */
async function fill(
  handle: FileHandle,
  text: FileText,
  before: Stats | undefined,
  mode: number | undefined,
): Promise<void> {
  try {
    await takeAfter(handle, before, mode)
    const counted = { bytes: 0 }
    await writeFile(handle, encoded(text, counted))
    await handle.sync()
    const { size } = await handle.stat()
    if (size !== counted.bytes)
      throw Object.assign(new Error(`only ${size} of ${counted.bytes} bytes reached the disk`), { code: 'EIO' })
  } finally {
    await handle.close()
  }
}

/** Mode and owner are those of the file that is replaced. */
async function takeAfter(handle: FileHandle, before: Stats | undefined, mode = before?.mode): Promise<void> {
  const made = await handle.stat()
  if (mode !== undefined && (mode & 0o7777) !== (made.mode & 0o7777)) await handle.chmod(mode & 0o7777)
  if (before === undefined || (before.uid === made.uid && before.gid === made.gid)) return
  // Root may give a file away; others cannot, and keep it.
  await handle.chown(before.uid, before.gid).catch(() => {})
}

function* encoded(text: FileText, counted = { bytes: 0 }): Generator<Buffer> {
  for (const piece of typeof text === 'string' ? [text] : text) {
    const bytes = Buffer.from(piece)
    counted.bytes += bytes.length
    yield bytes
  }
}

/** Gives the file its name unless another has it. */
async function linkOnce(path: string, target: string): Promise<void> {
  try {
    await link(path, target)
  } catch (error) {
    // Some file systems have no hard links.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return rename(path, target)
  }
  await rm(path)
}

/** Removes what writers that were killed left beside the file; `alone`: what any other writer left. */
export async function sweep(target: string, alone: boolean): Promise<void> {
  const prefix = `${basename(target)}.`
  for (const name of await readdir(dirname(target))) {
    const [, pid] = name.startsWith(prefix) ? (/^(\d+)-\d+\.tmp$/.exec(name.slice(prefix.length)) ?? []) : []
    const path = join(dirname(target), name)
    if (pid !== undefined && !underWay.has(path) && (alone || !isAlive(Number(pid))))
      await rm(path, { force: true, recursive: true })
  }
}

/** Whether another process may still be writing. Ours knows what it writes. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** The new name is on the disk only when its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no directory; its renames are in the journal of the file system.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
