/** Most levels of arrays and objects that a request may nest. Beyond some thousands JSON could not be written again. */
export const MAX_LEVELS = 512

/** Whether parsed JSON nests deeper than a request may. `length` is that of its text: short text cannot. */
export function nestsTooDeep(value: unknown, length: number): boolean {
  return length > 2 * MAX_LEVELS && deeper(value, MAX_LEVELS)
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const key in value) if (deeper((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
