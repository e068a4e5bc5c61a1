import type { Line } from './line.ts'

/** Puts due work that follows on other due work into one row with it. */
export function groupDueWork(lines: readonly Line[]): Line[] {
  const rows: Line[] = []
  for (const line of lines) {
    const before = rows.at(-1)
    if (before === undefined || !isSameMoment(before, line)) rows.push(line)
    else rows[rows.length - 1] = { ...before, due: [...(before.due ?? [before]), line] }
  }
  return rows
}

function isSameMoment(row: Line, { number, via, other_branch: other, step }: Line): boolean {
  const last = row.due?.at(-1) ?? row
  return (
    via === 'time' &&
    last.via === 'time' &&
    number === last.number + 1 &&
    other === last.other_branch &&
    step?.number === last.step?.number
  )
}

/** True for the row of an entry, also where the entry is one of several in it. */
export function holdsEntry({ number, due }: Line, entry: number): boolean {
  return number === entry || (due?.some((each) => each.number === entry) ?? false)
}
