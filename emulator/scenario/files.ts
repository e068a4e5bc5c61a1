/** Finds and reads scenario and fixture files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument, type ParsedDocument } from '../engine/checking/document.ts'
import { EmulatorError } from '../engine/checking/emulator-error.ts'
import { readText } from './read-text.ts'

/** A name that is meant as a path rather than as the name of something shipped. */
export function isPath(name: string): boolean {
  return /[\\/]/.test(name) || /\.(?:ya?ml|json)$/i.test(name)
}

/** Reads and parses a file; bad syntax is in its problems. Throws `EmulatorError` when it cannot be read. */
export async function readDocument(file: string): Promise<ParsedDocument> {
  return parseDocument(readText(file), { file })
}

/** As `readDocument`; a shipped scenario comes as the build read it, and `checked` says that nothing is wrong with it. */
export async function readShipped(file: string): Promise<ParsedDocument & { checked?: boolean }> {
  const text = readText(file)
  return (await compiled(file, text)) ?? (await parseDocument(text, { file }))
}

let library: Readonly<Record<string, { sha256: string; value: unknown }>> | undefined

/** A shipped scenario as the build read it, while its file is still the same: parsing all of them would cost more than playing them. */
async function compiled(file: string, text: string): Promise<(ParsedDocument & { checked: true }) | undefined> {
  library ??= readLibrary(join(packageRoot(), 'dist', 'scenarios.json'))
  const name = libraryName(file)
  const known = Object.hasOwn(library, name) ? library[name] : undefined
  if (known === undefined || known.sha256 !== (await digestOf(text))) return undefined
  const place = { file, line: 1, column: 1 }
  return {
    checked: true,
    value: known.value,
    problems: [],
    locate: () => place,
    place: (problem) => ({ ...problem, at: place }),
  }
}

/** As the build writes it. */
export async function digestOf(text: string): Promise<string> {
  // A start without a scenario does without it.
  const { createHash } = await import('node:crypto')
  return createHash('sha256').update(text).digest('base64url')
}

/** The path of a file from the folder of the shipped scenarios. */
function libraryName(file: string): string {
  const folder = scenarioFolder()
  const below = file.startsWith(folder + sep) ? file.slice(folder.length + 1) : relative(folder, resolve(file))
  return below.replaceAll('\\', '/')
}

function readLibrary(file: string): NonNullable<typeof library> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as NonNullable<typeof library>) : {}
}

/** `name` as seen from the directory of `from` (a file), or of the working directory. */
export function relativeTo(from: string | undefined, name: string): string {
  if (isAbsolute(name) || from === undefined) return name
  return join(dirname(from), name)
}

export interface ShippedScenario {
  name: string
  file: string
}

/** The scenarios of the package, sorted by name; those in folders are named with them: `client/login`. */
export function shippedScenarios(): ShippedScenario[] {
  const folder = scenarioFolder()
  if (!existsSync(folder)) return []
  return scenariosIn(folder, '').toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Folder by folder: `recursive` of Node asks the system about each file, which takes as long as reading them all. */
function scenariosIn(folder: string, path: string): ShippedScenario[] {
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

/** The text of a file that the build wrote; undefined where there is none. */
export function builtFile(name: string): string | undefined {
  const file = join(packageRoot(), 'dist', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** The folder that holds `scenarios/`, in the repository and in the installed package. */
export function packageRoot(): string {
  return (root ??= findRoot())
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

/** A package.json without a name is no package's: it tells Node how to read the files beside it (`dist/cli`). */
function isPackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  return existsSync(file) && 'name' in (JSON.parse(readFileSync(file, 'utf8')) as object)
}
