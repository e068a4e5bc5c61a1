const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** Formats milliseconds as a duration of a scenario: `1h30m`, `1s500ms`. */
export function durationText(milliseconds: number): string {
  let left = Math.round(milliseconds)
  let text = ''
  for (const [unit, size] of units) {
    const count = Math.floor(left / size)
    if (count > 0) text += `${count}${unit}`
    left -= count * size
  }
  return text === '' ? '0ms' : text
}
