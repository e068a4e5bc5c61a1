/**
 * Runs tasks one after another, in order of arrival: a recording is sequential, and so is its replay. A stuck task is
 * not waited for.
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #patience: number

  /** @param patience milliseconds after which the next task begins, even if this one is not done */
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

  /** Resolves when all tasks are done, or after this many milliseconds. */
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
