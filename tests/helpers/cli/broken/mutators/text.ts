import type { ClientMutator } from '../breaks.ts'
import { editedText } from '../edited-text.ts'

/** Other text on a stream. */
export const text: ClientMutator<'text'> = ({ streams, edits }) => ({
  written: (stream, written, [key = '']: Iterable<string>) =>
    streams.includes(stream) ? editedText(written, edits).replaceAll('${key}', key) : written,
})
