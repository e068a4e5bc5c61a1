import { useEffect, useState } from 'preact/hooks'

export interface Loaded<T> {
  readonly value?: T
  readonly error?: Error
}

/** What an asynchronous call gives, again whenever `inputs` change. What was there stays until the new is; an answer that comes late is dropped. */
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
