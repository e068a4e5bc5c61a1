const SLOTS = 64

/** The longest text that is remembered. */
const MAX_LENGTH = 256

/**
 * Gives back an equal that came before, where there is one. Clients send the same again and again, and the journal
 * keeps a thousand of them: what is kept once costs neither memory nor the time to move it.
 */
export class Repeated {
  readonly #texts: string[] = []
  readonly #lists: (readonly unknown[])[] = []
  readonly #fields = new Map<unknown, object>()

  /** One text of each length is remembered. */
  text(text: string): string {
    if (text.length > MAX_LENGTH) return text
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

  /** The last of each kind is remembered. Equal are those that hold the very same. */
  fields<T extends object>(kind: unknown, fields: T): T {
    const last = this.#fields.get(kind)
    if (last !== undefined && sameFields(last as Fields, fields as Fields)) return last as T
    this.#fields.set(kind, fields)
    return fields
  }
}

type Fields = Readonly<Record<string, unknown>>

function sameFields(a: Fields, b: Fields): boolean {
  let more = 0
  for (const name in a) {
    if (a[name] !== b[name]) return false
    more++
  }
  for (const _ in b) more--
  return more === 0
}

/** Whether two lists hold the same, in the same order. */
export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
