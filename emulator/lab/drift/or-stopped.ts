import { failed, type Observation } from './observation.ts'

/** The answer, or a failure if the run is stopped before it arrives. */
export function orStopped(asked: Promise<Observation>, signal: AbortSignal | undefined): Promise<Observation> {
  if (signal === undefined) return asked
  return new Promise((resolve) => {
    const stop = (): void => resolve(failed('budget', 'the run was stopped'))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    void asked.then((observation) => {
      signal.removeEventListener('abort', stop)
      resolve(observation)
    })
  })
}
