// Never run: what TypeScript finds of each entry that CommonJS can have.
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { loadScenario } from 'svc-emulator/scenario'
import { startServer } from 'svc-emulator/server'

const emulator = createEmulator()
export const handlers: readonly object[] = createHandlers(emulator)
export const server: ReturnType<typeof startServer> = startServer({ emulator })
// @ts-expect-error: were the entry `any`, nothing would be wrong here
export const scenario: number = loadScenario
