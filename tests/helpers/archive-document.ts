import type { ParsedDocument } from '../../emulator/engine/checking/document.ts'

/** An archive as it is read from a file, without places. */
export function archiveDocument(value: unknown): Pick<ParsedDocument, 'value' | 'problems' | 'place'> {
  return { value, problems: [], place: (problem) => problem }
}
