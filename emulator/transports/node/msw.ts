import { handlersWith } from '../core/msw-handlers.ts'
import { http, ws } from './msw-parts.ts'
import { tellTestFile } from './tell-test-file.ts'

await tellTestFile()

/** As those for browsers, over the parts of msw that Node has to read. */
export const { createHandlers, createLeakGuard } = handlersWith({ http, ws })
export type { HandlerOptions, PlaceOptions } from '../core/msw-place.ts'
