import type { Emulator } from '../../emulator/index.ts'

export function fill(emulator: Emulator, count: number): void
