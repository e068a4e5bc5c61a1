import { watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** Editors write a file in several steps, and often by replacing it: changes this close together are one. */
const QUIET_MS = 60

/** Calls `changed` when a document in the folder of `file` was written. Returns the function that stops it. */
export function watchDocuments(file: string, changed: (name: string) => void): () => void {
  let quiet: NodeJS.Timeout | undefined
  const watcher = watch(dirname(resolve(file)), (_, name) => {
    if (name === null || !/\.(?:ya?ml|json)$/i.test(name)) return
    clearTimeout(quiet)
    quiet = setTimeout(() => changed(basename(name)), QUIET_MS)
  })
  return () => {
    clearTimeout(quiet)
    watcher.close()
  }
}
