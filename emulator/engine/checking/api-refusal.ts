import { isObject } from './is-object.ts'

/**
 * True for the body of a refusal by the API: `status` is `failure`, and `error` a code. A web page, an empty body and
 * JSON of another form come from something in between: a proxy, a firewall, a page to sign in at.
 */
export function isApiRefusal(body: unknown): boolean {
  return isObject(body) && body['status'] === 'failure' && typeof body['error'] === 'string'
}
