/** Numbers from 0 to `below` in no order, the same in every run: the order in which records are asked for. */
export function shuffled(below: number, seed: number): () => number {
  let state = seed * 7_919 + 1
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 0x1_0000_0000
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}
