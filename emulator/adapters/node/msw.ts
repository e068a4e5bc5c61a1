import { handlersWith, leakGuardWith, type CreateHandlers, type CreateLeakGuard } from '../msw/msw-handlers.ts'
import { auditWith, type AuditedServer, type AuditOptions, type HandlersAudit } from '../msw/audit-handlers.ts'
import { keepAudit } from './audit-file.ts'
import { http, ws } from './msw-parts.ts'

// Handlers as in `adapters/msw/msw.ts`, made of the parts of msw that Node has to load.
export const createHandlers = ((emulator, options) => handlersWith({ http, ws }, emulator, options)) as CreateHandlers
export const createLeakGuard: CreateLeakGuard = (emulator, options) => leakGuardWith({ http, ws }, emulator, options)
export function auditHandlers(server: AuditedServer, options?: AuditOptions): HandlersAudit {
  return auditWith(server, options, keepAudit)
}
export type { AuditedServer, AuditItem, AuditOptions, AuditReport, HandlersAudit } from '../msw/audit-handlers.ts'
export type { HandlerOptions, PlaceOptions } from '../msw/msw-place.ts'
