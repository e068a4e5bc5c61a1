/** A document of the units, which never change: its examples are answers of an emulator, and writing it takes longer than any call. */
export function writtenOnce<T>(write: () => Promise<T>): () => Promise<T> {
  let written: Promise<T> | undefined
  return () => (written ??= write())
}
