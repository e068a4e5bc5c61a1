/** The HOME of a client under test: files put in before, looked at afterwards. */
import { parseAsWritten } from '../../engine/checking/lost-number.ts'
import { chmod, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import type { RunStep } from '../schema-steps.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'

export interface FileOutcome {
  text: string
  yaml?: unknown
  json?: unknown
  /** Octal: `0600`. */
  mode: string
}

export class Homes {
  readonly #folders = new Map<string, string>()

  /** The folder of a named HOME, created on first use. */
  async folder(name = ''): Promise<string> {
    let folder = this.#folders.get(name)
    if (folder === undefined) {
      folder = await makeTemporaryFolder('svc-home-')
      this.#folders.set(name, folder)
    }
    return folder
  }

  async remove(): Promise<void> {
    for (const folder of this.#folders.values()) await rm(folder, { recursive: true, force: true })
    this.#folders.clear()
  }
}

/** Writes files; removes those that are null. */
export async function putFiles(folder: string, files: RunStep['files']): Promise<void> {
  for (const [name, content] of Object.entries(files ?? {})) {
    const file = inside(folder, name)
    if (content === null) {
      await rm(file, { recursive: true, force: true })
      continue
    }
    const given = typeof content === 'string' ? { text: content } : content
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, await readText(given), { mode: 0o600 })
    await chmod(file, Number.parseInt(given.mode ?? '0600', 8))
  }
}

async function readText(content: { text?: string | undefined; yaml?: unknown }): Promise<string> {
  if (content.yaml === undefined) return content.text ?? ''
  const { stringifyYaml } = await import('../../engine/checking/yaml-text.ts')
  return stringifyYaml(content.yaml)
}

/** Read the outcome of a file; undefined when there is none. */
export async function readOutcome(folder: string, name: string): Promise<FileOutcome | undefined> {
  const file = inside(folder, name)
  const found = await lstat(file).catch(() => undefined)
  if (!found) return undefined
  const mode = `0${(found.mode & 0o777).toString(8).padStart(3, '0')}`
  if (!found.isFile()) return { text: '', mode }
  const text = await readFile(file, 'utf8')
  const { parseYaml } = await import('../../engine/checking/yaml-text.ts')
  return {
    text,
    mode,
    ...attempt('json', () => parseAsWritten(text)),
    ...attempt('yaml', () => parseYaml(text) as unknown),
  }
}

function attempt(name: string, read: () => unknown): object {
  try {
    return { [name]: read() }
  } catch {
    return {}
  }
}

function inside(folder: string, name: string): string {
  const relative = normalize(name)
  if (isAbsolute(relative) || relative.split(/[\\/]/).includes('..'))
    throw new Error(`the file '${name}' is not inside HOME`)
  return join(folder, relative)
}
