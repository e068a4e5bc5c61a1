import type { TextEdit } from '../../../../emulator/contract/client-mutation.ts'

/** Replaces every place of each expression. */
export function editedText(whole: string, edits: readonly TextEdit[]): string {
  return edits.reduce((text, [from, to]) => text.replace(new RegExp(from, 'gm'), to), whole)
}
