const SLOTS = 64

/** The longest text that is remembered. */
const LONGEST = 256

/**
 * Gives back an equal that came before, where there is one. Clients send the same again and again, and the journal
 * keeps a thousand of them: what is kept once costs neither memory nor the time to move it.
 */
export class Repeated {
  readonly #texts: string[] = []
  readonly #lists: (readonly unknown[])[] = []

  /** One text of each length is remembered. */
  text(text: string): string {
    if (text.length > LONGEST) return text
    const slot = text.length % SLOTS
    const last = this.#texts[slot]
    return last === text ? last : (this.#texts[slot] = text)
  }

  /** One list of each length is remembered. */
  list<T>(list: readonly T[]): readonly T[] {
    const slot = list.length % SLOTS
    const last = this.#lists[slot] as readonly T[] | undefined
    return last !== undefined && sameItems(last, list) ? last : (this.#lists[slot] = list)
  }
}

/** Whether two lists hold the same, in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
