import type { Emulator } from '../host/emulator.ts'

/** Path below which a page asks each emulator. */
const paths = new WeakMap<Emulator, string>()

/** Notes the path below which an emulator is asked from now on, such as `/api`, for the panel that shows its requests. */
export function noteBasePath(emulator: Emulator, path: string | undefined): void {
  if (path === undefined) paths.delete(emulator)
  else paths.set(emulator, path)
}

/** Path below which a page asks an emulator; undefined where it is not known. */
export function findBasePath(emulator: Emulator): string | undefined {
  return paths.get(emulator)
}
