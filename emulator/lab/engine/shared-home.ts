import type { Labels } from './output.ts'

/** A HOME that several programs share. */
export interface SharedHome {
  /** Makes it as it is before a run. */
  empty(): Promise<void>
  /** Reads the lines of its files, each with the name of its file, with labels in place of drawn ids and secrets. */
  read(labels: Labels, masks: ReadonlySet<string> | undefined): Promise<readonly string[]>
}

/** Splits a line of a file from the name before it. */
const fileName = (line: string): string => line.slice(0, line.indexOf(': '))

/** Names of files that differ between equal runs; the folder of those that only one of them has. */
export function findFileMasks(first: readonly string[], second: readonly string[]): ReadonlySet<string> {
  const [one, other] = [first, second].map((lines) => new Set(lines.map(fileName)))
  const differing = [
    ...first.filter((line) => !second.includes(line)),
    ...second.filter((line) => !first.includes(line)),
  ]
  return new Set(
    differing.map(fileName).map((name) => (one!.has(name) && other!.has(name) ? name : name.replace(/[^/]*$/, ''))),
  )
}
