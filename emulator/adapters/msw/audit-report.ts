/** The report of `auditHandlers`, loaded when it is asked for. */
import { callerIn } from '../../scenario/record/exchange.ts'
import { Audit, describeAudit, type AuditReport } from '../../lab/audit/audit.ts'
import { writeGithub } from '../../scenario/reports/github.ts'
import { writePretty } from '../../scenario/reports/pretty.ts'
import type { Emulator } from '../../host/emulator.ts'

/** A request that a handler answered, or words for what is counted alone. */
export type SeenRequest =
  | string
  | { readonly begun: BegunRequest; readonly response: Response; readonly handlers: readonly object[] }

/** A request of the API that came, with the emulator as it was then. */
export interface BegunRequest {
  readonly path: string
  readonly request: Request
  readonly world: Emulator
}

/** A handler of HTTP as msw lists it; one of sockets has no `test`. */
interface ListedHandler {
  readonly info?: { readonly callFrame?: string; readonly header?: string }
  test?(asked: { readonly request: Request }): Promise<boolean>
}

/** Judges the answers that were seen. */
export async function judgeSeen(seen: readonly SeenRequest[]): Promise<AuditReport> {
  const audit = new Audit()
  for (const each of seen) {
    if (typeof each === 'string') audit.skip(each)
    else await judge(audit, each)
  }
  return audit.report()
}

/** Formats a report. */
export function writeAudit(reporter: 'pretty' | 'json' | 'github', report: AuditReport): string {
  if (reporter === 'json') return JSON.stringify(report, null, 2)
  const described = describeAudit(report)
  return (reporter === 'github' ? writeGithub(described) : writePretty(described, { color: false })).trimEnd()
}

async function judge(audit: Audit, { begun, response, handlers }: Exclude<SeenRequest, string>): Promise<void> {
  const { path, request, world } = begun
  const where = await findPlaces(request, handlers)
  const [sent, came] = await Promise.all([request.clone().arrayBuffer(), response.clone().arrayBuffer()])
  const { 'x-api-key': _key, authorization: _authorization, ...headers } = Object.fromEntries(request.headers)
  const answer = {
    outcome: 'answered',
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: new Uint8Array(came),
  } as const
  const caller = callerIn(Object.fromEntries(request.headers))
  const { method } = request
  await audit.judge({ kind: 'http', caller, method, path, headers, body: new Uint8Array(sent), answer }, world, where)
}

/** A frame of msw itself, or none: msw 3.0.5 names no other. */
const inMsw = /[/\\]lib[/\\]_chunks[/\\]|^$/

/** Lines of the handlers that match a request; several where a handler in front may have left it to others. */
async function findPlaces(request: Request, handlers: readonly object[]): Promise<string | undefined> {
  const places = new Set<string>()
  for (const handler of handlers as readonly ListedHandler[]) {
    const { callFrame = '', header } = handler.info ?? {}
    const place = inMsw.test(callFrame) ? header && `the handler ${header}` : shorten(callFrame)
    if (place !== undefined && (await handler.test?.({ request: request.clone() })) === true) places.add(place)
  }
  return places.size === 0 ? undefined : [...places].slice(0, 3).join(' or ')
}

/** `/project/src/handlers.ts:12:5` as a place below the folder of the process: `src/handlers.ts:12`. */
function shorten(callFrame: string): string {
  const { process } = globalThis as { process?: { cwd?(): string } }
  const folder = process?.cwd?.()
  const place = callFrame.replace(/^\s*(?:at )?(?:file:\/\/)?/, '').replace(/(:\d+):\d+$/, '$1')
  return folder !== undefined && place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : place
}
