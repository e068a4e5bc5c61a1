import { http, ws } from 'msw'
import { auditWith, type AuditedServer, type AuditOptions, type HandlersAudit } from './audit-handlers.ts'
import { handlersWith, leakGuardWith, type CreateHandlers, type CreateLeakGuard } from './msw-handlers.ts'

/**
 * Makes handlers for `setupServer`, `setupWorker` or `defineNetwork` that answer from an emulator. Throws
 * `EmulatorError` for wrong options.
 *
 * @example
 * const server = setupServer(...createHandlers(createEmulator(), { baseUrl: 'https://api.example.com/v1' }))
 */
export const createHandlers = ((emulator, options) => handlersWith({ http, ws }, emulator, options)) as CreateHandlers

/**
 * Makes the last handlers of a server whose `createHandlers` have `fallthrough`: they refuse requests that no other
 * handler answered, and record them in the journal as `escaped`.
 *
 * @example
 * setupServer(...createHandlers(emulator, { baseUrl, fallthrough: true }), ...mine, ...createLeakGuard(emulator, { baseUrl }))
 */
export const createLeakGuard: CreateLeakGuard = (emulator, options) => leakGuardWith({ http, ws }, emulator, options)

/**
 * Reads what handlers of one's own answer against the contract, beside the handlers that are there; nothing is replaced.
 * Throws `EmulatorError` for wrong arguments.
 *
 * @example
 * const server = setupServer(...myHandlers)
 * const audit = auditHandlers(server, { baseUrl: 'https://api.example.com/v1' })
 * afterAll(() => audit.report())
 */
export function auditHandlers(server: AuditedServer, options?: AuditOptions): HandlersAudit {
  return auditWith(server, options)
}
export type { AuditedServer, AuditItem, AuditOptions, AuditReport, HandlersAudit } from './audit-handlers.ts'
export type { HandlerOptions, PlaceOptions } from './msw-place.ts'
