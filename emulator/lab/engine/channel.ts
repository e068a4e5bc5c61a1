/** A queue that one side fills and the other iterates. */
export class Channel<Item> {
  readonly #items: Item[] = []
  #wake: () => void = () => {}
  #isClosed = false
  #error: unknown

  push(item: Item): void {
    this.#items.push(item)
    this.#wake()
  }

  /** Ends the iteration once what was pushed is read; with an error it is thrown then. */
  close(error?: unknown): void {
    this.#isClosed = true
    this.#error = error
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for (;;) {
      const item = this.#items.shift()
      if (item !== undefined) yield item
      else if (!this.#isClosed) await new Promise<void>((wake) => (this.#wake = wake))
      else if (this.#error !== undefined) throw this.#error
      else return
    }
  }
}
