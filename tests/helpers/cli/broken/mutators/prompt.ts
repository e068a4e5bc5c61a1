import type { ClientMutator } from '../breaks.ts'
import { editedText } from '../edited-text.ts'

/** Another prompt. */
export const prompt: ClientMutator<'prompt'> = ({ edits }) => ({ prompted: (text) => editedText(text, edits) })
