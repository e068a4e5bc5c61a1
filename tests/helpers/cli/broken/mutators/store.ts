import type { ClientMutator } from '../breaks.ts'
import { editedText } from '../edited-text.ts'

/** Other text in the credential file. */
export const store: ClientMutator<'store'> = ({ edits }) => ({
  store: (file) => file.edit((text) => editedText(text, edits)),
})
