import type { Emulator } from '../host/emulator.ts'

/** Base path of a page's requests to each emulator. */
const paths = new WeakMap<Emulator, string>()

/** Notes the base path of requests to an emulator, such as `/api`, for the panel that shows them. */
export function noteBasePath(emulator: Emulator, path: string | undefined): void {
  if (path === undefined) paths.delete(emulator)
  else paths.set(emulator, path)
}

/** Base path of a page's requests to an emulator; undefined if it is not known. */
export function findBasePath(emulator: Emulator): string | undefined {
  return paths.get(emulator)
}
