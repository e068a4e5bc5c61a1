/** Finds and reads scenario and fixture files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { parseDocument, type ParsedDocument } from '../engine/checking/document.ts'
import { isObject } from '../engine/checking/is-object.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { executable, heldFile, heldPaths } from './held-files.ts'
import { readText } from './read-text.ts'

/** A name that is meant as a path rather than as the name of something shipped. */
export function isPath(name: string): boolean {
  return /[\\/]/.test(name) || /\.(?:ya?ml|json|har)$/i.test(name)
}

/** True for an HTTP archive: its name ends in `.har`, or a log with entries is in it. */
export function isArchive(file: string, document?: unknown): boolean {
  return /\.har$/i.test(file) || (isObject(document) && isObject(document['log']) && 'entries' in document['log'])
}

/** Reads and parses a file; bad syntax is in its problems. Throws `EmulatorError` when it cannot be read. */
export async function readDocument(file: string, options: { rounded?: boolean } = {}): Promise<ParsedDocument> {
  const archive = { format: 'json', rounded: true } as const
  return parseDocument(readText(file), { file, ...(isArchive(file) ? archive : options) })
}

/** `name` as seen from the directory of `from` (a file), or of the working directory. */
export function relativeTo(from: string | undefined, name: string): string {
  if (isAbsolute(name) || from === undefined) return name
  return join(dirname(from), name)
}

interface ShippedScenario {
  name: string
  file: string
}

/** The scenarios of the package, sorted by name. Names include the folder: `client/login`. */
export function shippedScenarios(): ShippedScenario[] {
  return (heldScenarios() ?? scenariosIn(scenarioFolder(), '')).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function heldScenarios(): ShippedScenario[] | undefined {
  return heldPaths()?.flatMap((path) => {
    const [, name] = /^scenarios\/(.*)\.ya?ml$/.exec(path) ?? []
    return name === undefined ? [] : [{ name, file: join(packageRoot(), path) }]
  })
}

/** Scenarios in a folder and below. `recursive` of Node would take as long as reading all files. */
function scenariosIn(folder: string, path: string): ShippedScenario[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name)
    if (entry.isDirectory()) return scenariosIn(file, `${path}${entry.name}/`)
    return /\.ya?ml$/.test(entry.name) ? [{ name: path + entry.name.replace(/\.ya?ml$/, ''), file }] : []
  })
}

function scenarioFolder(): string {
  return (scenarios ??= join(packageRoot(), 'scenarios'))
}

let scenarios: string | undefined

/** The bytes of a file of the package, by its path with slashes; undefined if there is none. */
function packageFile(path: string): Uint8Array | undefined {
  if (executable !== undefined) return heldFile(path)
  const file = join(packageRoot(), path)
  return existsSync(file) ? readFileSync(file) : undefined
}

/** The page of the inspector, which the build compresses; undefined if there is none. */
export function inspectorPage(): string | undefined {
  const bytes = packageFile('dist/inspector.html.gz')
  return bytes && gunzipSync(bytes).toString()
}

/** The text of a file of the package; undefined if there is none. */
export function packageText(path: string): string | undefined {
  const bytes = packageFile(path)
  return bytes && new TextDecoder().decode(bytes)
}

/**
 * The folder that holds `scenarios/`, in the repository and in the installed package. For the single executable its own
 * path, below which its files are named, although no other program finds them there.
 */
export function packageRoot(): string {
  return (root ??= executable ?? findRoot())
}

let root: string | undefined

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!isPackage(folder)) {
    const parent = resolve(folder, '..')
    if (parent === folder) throw new EmulatorError('the folder of the package svc-emulator cannot be found')
    folder = parent
  }
  return folder
}

/**
 * True for the folder of a package. A package.json without a name only sets the module type of a folder (`dist/cli`).
 */
function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && 'name' in (JSON.parse(readFileSync(file, 'utf8')) as object)
}
