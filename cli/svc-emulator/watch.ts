import { existsSync, watch, type FSWatcher } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Editors write a file in several steps, and often by replacing it: changes this close together are one. */
const QUIET_MS = 60

/** Calls `changed` when one of its files was written, replaced or removed. Files are watched by their folders: an editor replaces them. */
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
    // The folder went, and may come back: the next change that is seen watches it again.
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
