const SLOTS = 64

/** The longest text that is remembered. */
const LONGEST = 256

/**
 * Gives back an equal that came before, where there is one. Clients send the same again and again, and the journal
 * keeps a thousand requests: what is kept once costs neither memory nor the time to move it.
 */
export interface Repeated {
  text(text: string): string
  list(list: readonly string[]): readonly string[]
}

/** Remembers one text and one list of each length, roughly. */
export function createRepeated(): Repeated {
  const texts: string[] = Array.from({ length: SLOTS }, () => '')
  const lists: (readonly string[])[] = Array.from({ length: SLOTS }, () => [])
  return {
    text(text) {
      if (text.length > LONGEST) return text
      const slot = text.length % SLOTS
      return texts[slot] === text ? texts[slot] : (texts[slot] = text)
    },
    list(list) {
      const slot = (list.length >> 1) % SLOTS
      return equal(lists[slot]!, list) ? lists[slot]! : (lists[slot] = list)
    },
  }
}

function equal(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
