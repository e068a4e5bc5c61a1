const SLOTS = 16

/**
 * Gives back an equal list that was seen before, where there is one. Clients send the same headers again and again, and the journal
 * keeps those of a thousand requests: kept once, they cost neither memory nor the time to move them.
 */
export function createRepeated(): (list: readonly string[]) => readonly string[] {
  const seen: (readonly string[])[] = Array.from({ length: SLOTS }, () => [])
  return (list) => {
    const slot = (list.length >> 1) % SLOTS
    const last = seen[slot]!
    if (equal(last, list)) return last
    seen[slot] = list
    return list
  }
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
