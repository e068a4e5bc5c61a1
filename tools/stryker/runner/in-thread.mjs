// What runs in the thread: vitest's own worker, which hears of one run after the other.
import { parentPort } from 'node:worker_threads'
import { init, runBaseTests, setupEnvironment } from 'vitest/worker'

/** First what starts and ends runs, then the calls of the current run; those of earlier runs are over. */
const [RUNS, CALLS] = [0, 1]
const listeners = []

parentPort.on('message', (message) => {
  listeners[RUNS]?.(message)
  listeners[CALLS]?.(message)
})

init({
  on: (listener) => {
    listeners[listeners.length === 0 ? RUNS : CALLS] = listener
  },
  off: () => {},
  post: (message) => parentPort.postMessage(message),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
})
