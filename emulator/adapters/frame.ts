/** A frame as the emulator takes it. Of a binary one only that it is binary matters: it is refused. */
export function frameOf(data: unknown): string | Uint8Array {
  return typeof data === 'string' ? data : binary
}

const binary = new Uint8Array(0)
