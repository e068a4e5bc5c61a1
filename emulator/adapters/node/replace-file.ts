import { renameSync, type Stats } from 'node:fs'
import {
  copyFile,
  link,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A text, or its pieces: other work gets its turn between them. */
export type FileText = string | Iterable<string>

export interface ReplaceOptions {
  /** Mode of the file from its first byte. Default: that of the replaced file. */
  readonly mode?: number
  /** Only the caller may write the file, because it holds a lock: leftovers of other writers are removed. */
  readonly alone?: boolean
  /** An existing file is kept, and the error is EEXIST. */
  readonly exclusive?: boolean
  /**
   * Called before writing into a file that cannot be replaced, because it is a mount. A kill may then leave half of it.
   * Without this function such a file is an error.
   */
  readonly intoMount?: () => void
  /** Last check before the file is replaced by this one. If it throws, nothing is changed. */
  readonly check?: (replacement: string) => void
}

/**
 * Replaces the content of a file atomically: at any moment, even with a full disk, a kill or a power cut, the path
 * names the whole old file or the whole new one. A symbolic link is kept and its target replaced; a path that is not a
 * regular file (`/dev/stdout`) is written to.
 *
 * @throws the system's error (ENOSPC, EACCES and so on); the old file is then unchanged, and no temporary file is left
 */
export async function replaceFile(file: string, text: FileText, options: ReplaceOptions = {}): Promise<void> {
  const before = await statIfAny(file)
  if (before !== undefined && !before.isFile() && !before.isDirectory()) return writeFile(file, encoded(text))
  const target = await findTarget(file)
  await sweep(target, options.alone === true)
  const made = await temporaryFor(target, options.mode ?? 0o666)
  try {
    await fill(made.handle, text, before, options.mode)
    options.check?.(made.path)
    await (options.exclusive === true ? linkOnce(made.path, target) : takePlace(made.path, target, options))
    await syncDirectory(dirname(target))
  } catch (error) {
    await rm(made.path, { force: true })
    throw error
  } finally {
    underWay.delete(made.path)
  }
}

/** The path that a file has or would have, behind all links: one may lead to a file that is not there yet. */
export async function findTarget(file: string): Promise<string> {
  const found = await realpath(file).catch(unlessMissing)
  if (found !== undefined) return found
  const link = await readlink(file).catch(() => undefined)
  return link === undefined ? file : findTarget(resolve(dirname(file), link))
}

async function statIfAny(file: string): Promise<Stats | undefined> {
  return stat(file).catch(unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Temporary files that this process is writing. */
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
      // A process in another container may have our process id.
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

/** Copies mode and owner from the replaced file. */
async function takeAfter(handle: FileHandle, before: Stats | undefined, mode = before?.mode): Promise<void> {
  const made = await handle.stat()
  if (mode !== undefined && (mode & 0o7777) !== (made.mode & 0o7777)) await handle.chmod(mode & 0o7777)
  if (before === undefined || (before.uid === made.uid && before.gid === made.gid)) return
  // Only root may change the owner; for others the file stays their own.
  await handle.chown(before.uid, before.gid).catch(() => {})
}

function* encoded(text: FileText, counted = { bytes: 0 }): Generator<Buffer> {
  for (const piece of typeof text === 'string' ? [text] : text) {
    const bytes = Buffer.from(piece)
    counted.bytes += bytes.length
    yield bytes
  }
}

const HELD_MS = 20
const HELD_ATTEMPTS = 25

interface FileSystem {
  readonly platform: NodeJS.Platform
  readonly rename: (from: string, to: string) => void
  readonly wait: (milliseconds: number) => Promise<unknown>
}

const thisSystem: FileSystem = { platform: process.platform, rename: renameSync, wait }

/**
 * Renames at once, so that nobody writes the file between its last check and this. Windows refuses that while another program has the file open, which a virus scanner has for a moment: it is
 * tried again.
 */
export async function renameOver(from: string, to: string, system: FileSystem = thisSystem): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return system.rename(from, to)
    } catch (error) {
      const isHeld = ['EPERM', 'EACCES', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')
      if (system.platform !== 'win32' || !isHeld || attempt === HELD_ATTEMPTS) throw error
      await system.wait(HELD_MS)
    }
  }
}

/** Puts a file in the place of another, or its content into one that is a mount of its own (of a container). */
async function takePlace(from: string, to: string, { intoMount }: ReplaceOptions): Promise<void> {
  try {
    await renameOver(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || intoMount === undefined) throw error
    intoMount()
    await copyFile(from, to)
    await syncFile(to, 'r+')
    await rm(from)
  }
}

/** Names the file unless the name is taken. */
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

/** Removes temporary files of writers that were killed; with `alone`, those of any other writer. */
export async function sweep(target: string, alone: boolean): Promise<void> {
  const prefix = `${basename(target)}.`
  for (const name of await readdir(dirname(target))) {
    const [, pid] = name.startsWith(prefix) ? (/^(\d+)-\d+\.tmp$/.exec(name.slice(prefix.length)) ?? []) : []
    const path = join(dirname(target), name)
    if (pid !== undefined && !underWay.has(path) && (alone || !isAlive(Number(pid))))
      await rm(path, { force: true, recursive: true })
  }
}

/** True if another process may still be writing. Our own writes are tracked. */
function isAlive(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Syncs the directory: only then is the new name on the disk. */
async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories; its file system journals renames.
  if (process.platform === 'win32') return
  await syncFile(directory, 'r')
}

async function syncFile(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
