/**
 * Globals of Node that an environment of Jest may lack, such as jsdom: the CommonJS copy of the package takes them from
 * Node itself there. `fetch` is not among them: tests replace it.
 */
import { runInThisContext } from 'node:vm'

const node = runInThisContext('globalThis')

export const TextEncoder = globalThis.TextEncoder ?? node.TextEncoder
export const TextDecoder = globalThis.TextDecoder ?? node.TextDecoder
export const ReadableStream = globalThis.ReadableStream ?? node.ReadableStream
export const Headers = globalThis.Headers ?? node.Headers
export const Request = globalThis.Request ?? node.Request
export const Response = globalThis.Response ?? node.Response
export const structuredClone = globalThis.structuredClone ?? node.structuredClone
