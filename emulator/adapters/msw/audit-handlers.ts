import {
  aBoolean,
  aChoice,
  aFunction,
  anything,
  checkOptions,
  type OptionKinds,
} from '../../engine/checking/options.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { valueText } from '../../engine/checking/problems.ts'
import { requireEmulator } from '../../host/emulator-options.ts'
import { createEmulator, type Emulator } from '../../host/emulator.ts'
import type { AuditReport } from '../../lab/audit/audit.ts'
import type { BegunRequest, SeenRequest } from './audit-report.ts'
import { answerListeners } from './msw-handlers.ts'
import { isOwn } from './msw-order.ts'
import { parsePlace, placeOptions, type PlaceOptions } from './msw-place.ts'

export type { AuditItem, AuditReport } from '../../lab/audit/audit.ts'

/** Events of msw that an audit reads, of version 2 and 3. */
interface MswEvent {
  readonly requestId: string
  readonly request: Request
  readonly response: Response
}

/** A server, worker or network of msw: the part that an audit reads. */
export interface AuditedServer {
  listHandlers(): readonly object[]
  readonly events: { on(event: never, listener: never): unknown }
}

export interface AuditOptions extends Pick<PlaceOptions, 'baseUrl'> {
  /** World that answers are compared with. Default: the starter world. */
  readonly emulator?: Emulator
  /** True: `report()` rejects with `EmulatorError` where an answer breaks a sentence of the specification. */
  readonly strict?: boolean
  /** Format of the printed report. Default `pretty`. */
  readonly reporter?: 'pretty' | 'json' | 'github'
  /** Prints the report. Default: `console.log`. */
  readonly print?: (text: string) => void
}

/** Judges the answers of somebody's handlers. */
export interface HandlersAudit {
  /**
   * Prints what the handlers answered otherwise than the API would, and resolves with it: `findings` break a sentence
   * of the specification, `notes` differ from an assumption or from the world. Rejects with `strict` and a finding.
   */
  report(): Promise<AuditReport>
}

/** Hands a report to somebody who prints one for many: true if it will. */
export type KeepReport = (report: AuditReport) => boolean

/** Kinds of the options, made by the first call: a page that does not audit loads none of it. */
const auditOptions = (): OptionKinds<AuditOptions> => ({
  baseUrl: placeOptions.baseUrl,
  emulator: anything,
  strict: aBoolean,
  reporter: aChoice('pretty', 'json', 'github'),
  print: aFunction,
})

/** Implements `auditHandlers`. `keep`: of a reporter, which prints one list for a run. */
export function auditWith(server: AuditedServer, options: AuditOptions = {}, keep?: KeepReport): HandlersAudit {
  if (typeof (server as AuditedServer | undefined)?.listHandlers !== 'function')
    throw new EmulatorError(`auditHandlers: expected what setupServer or setupWorker gives, got ${valueText(server)}`)
  checkOptions('auditHandlers', options, auditOptions())
  if (options.emulator !== undefined) requireEmulator('auditHandlers', options.emulator)
  const { reporter = 'pretty', strict = false, print = (text: string) => console.log(text) } = options
  const seen = collect(server, options)
  return {
    async report() {
      const { judgeSeen, writeAudit } = await import('./audit-report.ts')
      const report = await judgeSeen(seen)
      const text = writeAudit(reporter, report)
      if (strict && report.findings.length > 0) throw new EmulatorError(text)
      if (keep?.(report) !== true) print(text)
      return report
    },
  }
}

/** Keeps what passes a server: copies alone, which the report reads. */
function collect(
  server: AuditedServer,
  { emulator = createEmulator(), baseUrl }: AuditOptions,
): readonly SeenRequest[] {
  const { rest } = parsePlace({ ...(baseUrl !== undefined && { baseUrl }), realtimeUrl: false })
  const seen: SeenRequest[] = []
  const begun = new Map<string, BegunRequest>()
  const ownAnswers = new Set<string>()
  answerListeners.add((id) => begun.has(id) && ownAnswers.add(id))
  const on = server.events.on.bind(server.events) as (name: string, listener: (event: MswEvent) => void) => unknown
  on('request:start', ({ requestId, request }) => {
    const path = rest.below(request.url)
    if (path?.startsWith('/')) begun.set(requestId, { path, request: request.clone(), world: emulator.fork() })
  })
  const end = (keep: (found: BegunRequest, response: Response) => SeenRequest) => (event: MswEvent) => {
    const found = begun.get(event.requestId)
    begun.delete(event.requestId)
    if (ownAnswers.delete(event.requestId)) return
    seen.push(found === undefined ? 'requests to other origins' : keep(found, event.response))
  }
  on(
    'response:bypass',
    end(() => 'requests that no handler answered'),
  )
  on(
    'response:mocked',
    end((found, response) => ({ begun: found, response: response.clone(), handlers: server.listHandlers() })),
  )
  for (const handler of server.listHandlers())
    if (!('info' in handler) && !isOwn(handler)) seen.push('handlers of sockets')
  return seen
}
