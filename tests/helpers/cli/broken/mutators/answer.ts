import { apply, type Json } from '../../../../../emulator/host/broken/answered.ts'
import type { ClientMutator } from '../breaks.ts'

/** Other fields in the JSON payload. */
export const answer: ClientMutator<'answer'> = ({ edits }) => ({
  written(stream, text) {
    if (stream !== 'stdout' || !text.startsWith('{')) return text
    const json = JSON.parse(text) as Json
    for (const edit of edits) apply(json, edit.path, edit)
    return `${JSON.stringify(json)}\n`
  },
})
