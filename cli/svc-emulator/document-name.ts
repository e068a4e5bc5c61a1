/** Names and files of the documents that commands write. */
import { usageError } from '../shared/client-error.ts'

/** Lower-case words joined by `-`, as the format requires. */
export function documentName(text: string): string {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)) return text
  throw usageError(`--name takes lower case words joined by -; it was '${text}'`)
}

/** Name of a document that is written to a file. */
export function nameOfFile(file: string): string {
  const base = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.[^.]*$/, '')
  const words = base.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-+|-+$/g, '') || 'recorded'
}

/** Throws a usage error unless a file is of YAML or JSON by its name. */
export function checkDocumentFile(file: string): void {
  if (!/\.(?:ya?ml|json)$/i.test(file))
    throw usageError(`-o takes a file that ends in .yaml, .yml or .json; it was '${file}'`)
}
