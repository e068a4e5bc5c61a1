import { shortened } from '../../contract/shortened.ts'

const [MAX_SHOWN, MAX_LINE] = [5, 300] as const

/** The first differences, each shortened to one line. */
export function shortDifferences(differences: readonly string[]): string[] {
  const lines = differences.slice(0, MAX_SHOWN).map(shortLine)
  return differences.length <= MAX_SHOWN ? lines : [...lines, `and ${differences.length - MAX_SHOWN} more`]
}

export function shortLine(line: string): string {
  return shortened(line, MAX_LINE)
}

/** JSON of an output, shortened. */
export function shortValue(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', 160)
}
