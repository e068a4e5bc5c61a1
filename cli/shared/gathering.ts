import type { OutputStream } from './output-type.ts'

/** Some forty lines: a long run shows how far it is. */
const MAX_KEPT = 4_096

/** Joins the writes of one turn of the event loop into few: a write costs more than its text. */
export function gathering(output: Pick<OutputStream, 'write'>): OutputStream {
  let gathered = ''
  const flush = (): void => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    output.write(text)
  }
  return {
    write(text) {
      if (gathered === '') setImmediate(flush)
      gathered += text
      if (gathered.length >= MAX_KEPT) flush()
    },
    flush,
  }
}
