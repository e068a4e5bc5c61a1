/** A value that may come later. Unlike a promise, it calls its reader at once if the value is there. */
export class Later<T> {
  #value: { readonly is: T } | undefined
  #reader: ((value: T) => void) | undefined

  constructor(...value: [] | [T]) {
    if (value.length > 0) this.#value = { is: value[0]! }
  }

  settle(value: T): void {
    this.#value = { is: value }
    this.#reader?.(value)
  }

  /** Calls `reader` with the value. Takes one reader. */
  when(reader: (value: T) => void): void {
    this.#reader = reader
    if (this.#value !== undefined) reader(this.#value.is)
  }
}

/** Calls `reader` once all values are there, in the order of the list. */
export function whenAll<T>(list: readonly Later<T>[], reader: (values: readonly T[]) => void): void {
  const values: T[] = []
  let missing = list.length
  for (const [index, later] of list.entries())
    later.when((value) => {
      values[index] = value
      if (--missing === 0) reader(values)
    })
}
