import type { Output } from './process-output.ts'

/** Writes what comes within one turn of the event loop in one piece: a write costs more than the line that is written. */
export function gathering(output: Pick<Output, 'write'>): Output {
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
    },
    flush,
  }
}
