import type { Pause } from '../../engine/checking/sliced.ts'

/** Bytes of bodies that are looked at in one go; some 10 ms. */
export const SLICE_BYTES = 256 * 1024

/**
 * Entries one by one, with a pause after each slice of them: a journal may hold 64 MiB, and others want to be served meanwhile. `more`: what
 * was done with the last one beside looking at its bytes, as bytes.
 */
export async function* inSlices<E extends { readonly size: number }>(
  entries: Iterable<E>,
  pause: Pause,
  more = () => 0,
): AsyncGenerator<E, void, undefined> {
  let bytes = 0
  for (const entry of entries) {
    bytes += entry.size + 1_000
    yield entry
    bytes += more()
    if (bytes < SLICE_BYTES) continue
    bytes = 0
    await pause()
  }
}
