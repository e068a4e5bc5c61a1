import { handlersWith } from '../core/msw-handlers.ts'
import { http, ws } from './msw-parts.ts'

/** As the one for browsers, over the parts of msw that Node has to read. */
export const createHandlers = handlersWith({ http, ws })
export type { HandlerOptions } from '../core/msw-handlers.ts'
