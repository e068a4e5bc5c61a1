import type { SeenAnswer } from './seen-answer.ts'

/** Code, statuses, names of fields at every depth, types of values and lengths of lists, by path. */
export type Outline = ReadonlyMap<string, unknown>

/** Outlines an answer; its values are left out. */
export function outline({ code, status, rpcCode, fields }: SeenAnswer): Outline {
  const parts = new Map<string, unknown>(Object.entries({ code, status, rpcCode }))
  addParts(parts, 'fields', fields)
  return parts
}

function addParts(parts: Map<string, unknown>, path: string, value: unknown): void {
  if (Array.isArray(value)) parts.set(path, value.length)
  if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) addParts(parts, `${path}.${name}`, each)
  // A time that has not come yet is null: when it comes is not a matter of assumptions.
  else parts.set(path, value === null && !path.endsWith('_at') ? null : typeof (value ?? ''))
}

/** Paths at which two outlines differ. */
export function differingPaths(one: Outline, other: Outline): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path))
}
