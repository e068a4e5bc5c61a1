import { useEffect, useState } from 'preact/hooks'

interface Loaded<T> {
  readonly value?: T
  readonly error?: Error
}

/**
 * Result of an asynchronous call, repeated whenever `inputs` change. The old result stays until the new one arrives;
 * late answers are dropped.
 */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({})
  useEffect(() => {
    let wanted = true
    load().then(
      (value) => wanted && setLoaded({ value }),
      (error: Error) => wanted && setLoaded(({ value }) => ({ ...(value !== undefined && { value }), error })),
    )
    return () => {
      wanted = false
    }
  }, inputs)
  return loaded
}
