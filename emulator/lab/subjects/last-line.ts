const COLOUR = /\u001b\[[0-9;]*m/g
/** Frames of a stack: of JavaScript and Java. */
const FRAME = /^\s+at .*$/m

/**
 * The line of an output that says why a program failed: its last one, before a stack that follows it, without
 * colours.
 */
export function lastLine(output: string): string {
  const text = output.replaceAll(COLOUR, '')
  const frame = FRAME.exec(text)
  const said = frame === null ? text : text.slice(0, frame.index)
  return (
    said
      .split('\n')
      .findLast((line) => line.trim() !== '')
      ?.trim() ?? ''
  )
}
