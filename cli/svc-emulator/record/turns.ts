/** One after the other, in the order of arrival: a recording is a line, and so is its replay. One that is stuck is not waited for. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #patience: number

  /** @param patience milliseconds after which the next one begins, though this one is not done */
  constructor(patience = 2_000) {
    this.#patience = patience
  }

  take<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task)
    const done = result.catch(() => undefined)
    this.#last = this.#last.then(() => withinTime(done, this.#patience))
    this.#underWay.add(done)
    void done.then(() => this.#underWay.delete(done))
    return result
  }

  /** Resolves when everything that has taken a turn is done, or after so many milliseconds. */
  async idle(within: number): Promise<void> {
    await withinTime(Promise.all(this.#underWay), within)
  }
}

function withinTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
