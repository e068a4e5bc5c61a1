import { useEffect, useMemo, useState } from 'preact/hooks'
import { LatestCall } from './latest-call.ts'

interface Loaded<T> {
  readonly value?: T
  readonly error?: Error
}

/**
 * Result of an asynchronous call, repeated whenever `inputs` change: late answers for others are dropped. It is also
 * repeated when `version` changes, one call at a time: each answer is shown. The old result stays until the new one
 * arrives.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[], version?: unknown): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  const calls = useMemo(
    () =>
      new LatestCall<T>(
        (value) => setLoaded({ value }),
        (error) => setLoaded(({ value }) => ({ ...(value !== undefined && { value }), error })),
      ),
    inputs,
  )
  useEffect(() => () => calls.stop(), [calls])
  useEffect(() => void calls.ask(load), [calls, version])
  return loaded
}
