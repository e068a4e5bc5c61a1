import type { Emulator } from '../../../emulator/index.ts'

export function fillUsers(emulator: Emulator, count: number): void
export function fillRevisions(emulator: Emulator, blob: string, count: number): void
export function fillObjects(emulator: Emulator, session: string, count: number): void
