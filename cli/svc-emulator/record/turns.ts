/** One after the other, in the order of arrival: a recording is a line, and so is its replay. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Resolves when everything that has taken a turn is done. */
  async idle(): Promise<void> {
    await this.#last
  }
}
