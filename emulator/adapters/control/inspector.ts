import * as api from '../../host/control-api/inspector.ts'
import { ControlError, Raw, handle } from './handler.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

export const showInspector = handle(api.showInspector, async ({ site }) => {
  const page = await site.inspector?.()
  if (page === undefined)
    throw new ControlError(
      'inspector_not_served',
      `The inspector is served by a server of a built package: \`${ownCommand} start\`, or \`npm run build\` first in a checkout.`,
    )
  return new Raw({ status: 200, headers: pageHeaders(page), body: page })
})

/** Headers with the page's own content security policy, and `frame-ancestors`, which only a header can set. */
function pageHeaders(page: string): readonly string[] {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
  if (policy === undefined) throw new Error('the page of the inspector has no policy')
  return [
    'content-type',
    'text/html; charset=utf-8',
    'content-security-policy',
    `${policy}; frame-ancestors 'none'`,
    'x-frame-options',
    'DENY',
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'cache-control',
    'no-store',
  ]
}
