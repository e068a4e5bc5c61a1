/** Reads the tests that failed from TAP, as node:test prints it: name and error of each, in order. */
export function readTapFailures(text: string): string[] {
  const failed: string[] = []
  /** Spaces before the lines of an error that has several; undefined outside of one. */
  let inside: number | undefined
  for (const line of text.split('\n')) {
    const name = /^ *not ok \d+ - (.*)$/.exec(line)?.[1]
    const [, indent = '', error] = /^( +)error: (.*)$/.exec(line) ?? []
    if (name !== undefined) failed.push(name)
    else if (error !== undefined && !error.startsWith('|')) failed.push(error)
    else if (inside !== undefined && line.startsWith(' '.repeat(inside))) failed.push(line.trim())
    const goesOn = inside !== undefined && (line.trim() === '' || line.startsWith(' '.repeat(inside)))
    inside = error?.startsWith('|') === true ? indent.length + 2 : goesOn ? inside : undefined
  }
  return failed.filter((line) => line !== '')
}
