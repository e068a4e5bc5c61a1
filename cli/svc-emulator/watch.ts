import { unwatchFile, watchFile } from 'node:fs'
import { basename, resolve } from 'node:path'

/** Milliseconds between two looks at a file. */
const INTERVAL_MS = 100
/** Milliseconds without a change: editors write a file in several steps. */
const QUIET_MS = 60

/**
 * Calls `changed` when a file was written, replaced, removed or restored. Polls the path, because notifications of the
 * system are about one folder: they miss a moved link above it (as in a ConfigMap of Kubernetes), a replaced folder,
 * and changes in many mounts of containers.
 */
export class FileWatcher {
  readonly #changed: (names: string) => void
  readonly #listeners = new Map<string, () => void>()
  /** Paths that changed since `changed` was called. */
  readonly #pending = new Set<string>()
  #quiet: NodeJS.Timeout | undefined

  /** @param changed called with the names of all files of one change, in the order of adding */
  constructor(changed: (names: string) => void) {
    this.#changed = changed
  }

  add(file: string): void {
    const path = resolve(file)
    if (this.#listeners.has(path)) return
    const listener = () => this.#soon(path)
    this.#listeners.set(path, listener)
    watchFile(path, { persistent: false, interval: INTERVAL_MS }, listener)
  }

  close(): void {
    clearTimeout(this.#quiet)
    for (const [path, listener] of this.#listeners) unwatchFile(path, listener)
    this.#listeners.clear()
  }

  #soon(path: string): void {
    this.#pending.add(path)
    clearTimeout(this.#quiet)
    this.#quiet = setTimeout(() => this.#tell(), QUIET_MS)
  }

  #tell(): void {
    const paths = [...this.#listeners.keys()].filter((path) => this.#pending.has(path))
    this.#pending.clear()
    this.#changed(paths.map((path) => basename(path)).join(', '))
  }
}
