import { Worker } from 'node:worker_threads'

/**
 * A pool of vitest (https://vitest.dev/guide/advanced/pool) with one thread, which outlives the runs: with `isolate: false` what the
 * tests import stays imported.
 */
export class KeptThread {
  name = 'kept'
  #thread

  createPoolWorker = ({ env, execArgv }) => {
    const listeners = []
    return {
      name: this.name,
      start: async () => {
        this.#thread ??= new Worker(new URL('in-thread.mjs', import.meta.url), {
          env,
          execArgv,
          stdout: true,
          stderr: true,
        })
      },
      // The end of a run, not of the thread.
      stop: async () => {
        for (const [event, listener] of listeners) this.#thread?.off(event, listener)
      },
      on: (event, listener) => {
        listeners.push([event, listener])
        this.#thread.on(event, listener)
      },
      off: (event, listener) => this.#thread?.off(event, listener),
      send: (message) => this.#thread?.postMessage(message),
      deserialize: (message) => message,
    }
  }

  /** Ends the thread; the next run starts another. */
  async end() {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }
}
