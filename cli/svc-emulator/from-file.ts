/** Reads files that hold a state: of `--state`, of `GET /export`, or a bundle. */
import { existsSync } from 'node:fs'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'
import { findKind, type DocumentKind } from '../../emulator/scenario/check.ts'
import { readDocument } from '../../emulator/scenario/files.ts'

/** Content of a file: a state, or another document with its kind. */
type FromFile = { readonly state: object } | { readonly kind: DocumentKind | undefined; readonly document: unknown }

/**
 * Reads a file for its state. `state.json#mia` is the world `mia` of what `--state` keeps. Throws `EmulatorError` that names the
 * source.
 */
export async function readFrom(source: string): Promise<FromFile> {
  const { file, world } = splitWorld(source)
  const { value, problems } = await readDocument(file)
  if (problems.length > 0) throw new EmulatorError(problems)
  const kind = findKind(value)
  const state = kind === 'bundle' && isObject(value) ? value['state'] : value
  if (isObject(state) && 'svc_emulator_state' in state) return chooseWorld(state, source, world)
  return { kind, document: value }
}

/** A file, and the name of a world in it behind a `#`. */
function splitWorld(source: string): { readonly file: string; readonly world: string | undefined } {
  const at = source.lastIndexOf('#')
  return at < 0 || existsSync(source)
    ? { file: source, world: undefined }
    : { file: source.slice(0, at), world: source.slice(at + 1) }
}

/** The state of a world of what `--state` keeps; without a name, the state as it is. */
async function chooseWorld(
  state: object,
  source: string,
  world: string | undefined,
): Promise<{ readonly state: object }> {
  if (world === undefined || world === 'main') return { state }
  const { exportKept } = await import('../../emulator/host/kept/export-kept.ts')
  return { state: exportKept(state, world, source) }
}
