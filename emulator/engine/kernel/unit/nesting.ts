import { MAX_LEVELS, type JsonParts } from '../../checking/json-parts.ts'

/** Whether a value nests deeper than a request may; `parts` are those of the text that it is a part of. */
export function nestsTooDeep(value: unknown, parts: JsonParts): boolean {
  return parts.levels > MAX_LEVELS && deeper(value, MAX_LEVELS)
}

function deeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const key in value) if (deeper((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
