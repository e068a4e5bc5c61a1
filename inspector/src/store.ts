import { useEffect, useState } from 'preact/hooks'

/** Observable state with its subscribers. */
export class Store {
  readonly #listeners = new Set<() => void>()

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  protected changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Renders a component again whenever the store changes. */
export function useStore<S extends Store>(store: S): S {
  const [, show] = useState({})
  useEffect(() => store.subscribe(() => show({})), [store])
  return store
}
