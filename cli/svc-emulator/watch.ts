import { existsSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Milliseconds without a change: editors write a file in several steps, and often replace it. */
const QUIET_MS = 60

/** Calls `changed` when a file was written, replaced or removed. Watches folders, because editors replace files. */
export class FileWatcher {
  readonly #changed: (name: string) => void
  readonly #files = new Set<string>()
  readonly #folders = new Map<string, FSWatcher>()
  #quiet: NodeJS.Timeout | undefined

  constructor(changed: (name: string) => void) {
    this.#changed = changed
  }

  add(file: string): void {
    const path = resolve(file)
    this.#files.add(path)
    const folder = dirname(path)
    if (this.#folders.has(folder) || !existsSync(folder)) return
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name !== null && this.#files.has(join(folder, name))) this.#soon(name)
    })
    // The folder was removed, and may come back: its next change is watched again.
    watcher.on('error', () => this.#forget(folder))
    this.#folders.set(folder, watcher)
  }

  close(): void {
    clearTimeout(this.#quiet)
    for (const folder of this.#folders.keys()) this.#forget(folder)
  }

  #soon(name: string): void {
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#changed(basename(name)), QUIET_MS)
  }

  #forget(folder: string): void {
    this.#folders.get(folder)?.close()
    this.#folders.delete(folder)
  }
}
