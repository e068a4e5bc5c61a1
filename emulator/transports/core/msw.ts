import { http, ws } from 'msw'
import { handlersWith } from './msw-handlers.ts'

/**
 * Handlers for `setupServer`, `setupWorker` or `defineNetwork` that answer from an emulator. Throws `EmulatorError` for wrong options.
 *
 * @example
 * const server = setupServer(...createHandlers(createEmulator(), { baseUrl: 'https://api.example.com/v1' }))
 */
export const createHandlers = handlersWith({ http, ws })
export type { HandlerOptions } from './msw-handlers.ts'
