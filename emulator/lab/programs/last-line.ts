/** Frames of a stack: of JavaScript and Java. */
const FRAME = /^\s+at .*$/m

/**
 * The line of an output that says why a program failed: its last one, before a stack that follows it.
 */
export function lastLine(output: string): string {
  const frame = FRAME.exec(output)
  const said = frame === null ? output : output.slice(0, frame.index)
  return (
    said
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
