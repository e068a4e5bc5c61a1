import { readFile } from 'node:fs/promises'
import { parseDocument } from '../../emulator/diagnostics/document.ts'
import { EmulatorError } from '../../emulator/diagnostics/emulator-error.ts'
import type { ExportedState } from '../../emulator/world/export.ts'

/** The state that a file holds; undefined when there is no such file yet. */
export async function readState(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new EmulatorError(`--state ${file}: ${error.message}`)
  })
  if (text === undefined) return undefined
  const document = await parseDocument(text, { file, format: 'json' })
  if (document.problems.length > 0) throw new EmulatorError(document.problems)
  return document.value
}

/** Replaces the file as a whole: a crash leaves the old state or the new one. */
export async function saveState(file: string, state: ExportedState): Promise<void> {
  const { default: writeFileAtomic } = await import('write-file-atomic')
  await writeFileAtomic(file, `${JSON.stringify(state)}\n`)
}
