/** Files of the package that the single executable holds inside (`npm run executable`). Elsewhere there are none. */
import process from 'node:process'
import { relative } from 'node:path'

/** The part of `node:sea` that is used; older types do not name it. */
interface Sea {
  isSea(): boolean
  getAsset(key: string): ArrayBuffer
}

const found = process.getBuiltinModule?.('node:sea') as unknown as Sea | undefined
const sea = found?.isSea() === true ? found : undefined

/**
 * The path of the single executable, which runs no files; undefined elsewhere. Its files are named as if they were
 * below it.
 */
export const executable: string | undefined = sea && process.execPath

/** Paths in the package, with slashes; undefined if the package is a folder. */
export function heldPaths(): readonly string[] | undefined {
  return sea && (paths ??= JSON.parse(decodeText(new Uint8Array(sea.getAsset('files.json')))) as string[])
}

let paths: readonly string[] | undefined

/** The bytes of a file, by its path in the package. */
export function heldFile(path: string): Uint8Array | undefined {
  return sea !== undefined && heldPaths()!.includes(path) ? new Uint8Array(sea.getAsset(path)) : undefined
}

/** The text of a file by the path that it is named by, below the executable. */
export function readHeld(file: string): string | undefined {
  if (executable === undefined) return undefined
  const bytes = heldFile(relative(executable, file).replaceAll('\\', '/'))
  return bytes && decodeText(bytes)
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
