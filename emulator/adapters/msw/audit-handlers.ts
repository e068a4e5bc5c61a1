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
import type { AuditReport, MockedExchange } from '../../lab/audit/audit.ts'
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

/** A handler of HTTP as msw lists it; one of sockets has no `test`. */
interface ListedHandler {
  readonly info?: { readonly callFrame?: string }
  test?(asked: { readonly request: Request }): Promise<boolean>
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

const auditOptions: OptionKinds<AuditOptions> = {
  baseUrl: placeOptions.baseUrl,
  emulator: anything,
  strict: aBoolean,
  reporter: aChoice('pretty', 'json', 'github'),
  print: aFunction,
}

/** Implements `auditHandlers`. `keep`: of a reporter, which prints one list for a run. */
export function auditWith(server: AuditedServer, options: AuditOptions = {}, keep?: KeepReport): HandlersAudit {
  if (typeof (server as AuditedServer | undefined)?.listHandlers !== 'function')
    throw new EmulatorError(`auditHandlers: expected what setupServer or setupWorker gives, got ${valueText(server)}`)
  checkOptions('auditHandlers', options, auditOptions)
  if (options.emulator !== undefined) requireEmulator('auditHandlers', options.emulator)
  const { reporter = 'pretty', strict = false, print = (text: string) => console.log(text) } = options
  const seen = collect(server, options)
  return {
    async report() {
      const { Audit, describeAudit } = await import('../../lab/audit/audit.ts')
      const audit = new Audit()
      for (const each of await Promise.all(seen)) {
        if (typeof each === 'string') audit.skip(each)
        else await audit.judge(each)
      }
      const report = audit.report()
      const { writeReport } = await import('../../scenario/reports/write-report.ts')
      const text = writeReport(reporter, describeAudit(report))
      if (strict && report.findings.length > 0) throw new EmulatorError(text.trimEnd())
      if (keep?.(report) !== true) print(text.trimEnd())
      return report
    },
  }
}

/** Exchanges with the API that foreign handlers answered, and words for what is counted alone. */
type Seen = Promise<MockedExchange | string>

function collect(server: AuditedServer, { emulator = createEmulator(), baseUrl }: AuditOptions): readonly Seen[] {
  const { rest } = parsePlace({ ...(baseUrl !== undefined && { baseUrl }), realtimeUrl: false })
  const seen: Seen[] = []
  const begun = new Map<string, Begun>()
  const ownAnswers = new Set<string>()
  answerListeners.add((id) => begun.has(id) && ownAnswers.add(id))
  const on = server.events.on.bind(server.events) as (name: string, listener: (event: MswEvent) => void) => unknown
  on('request:start', ({ requestId, request }) => {
    const path = rest.below(request.url)
    if (path?.startsWith('/')) begun.set(requestId, { path, request: request.clone(), world: emulator.fork() })
  })
  const end = (judge: (begun: Begun, event: MswEvent) => Seen) => (event: MswEvent) => {
    const found = begun.get(event.requestId)
    begun.delete(event.requestId)
    if (ownAnswers.delete(event.requestId)) return
    seen.push(found === undefined ? Promise.resolve('requests to other origins') : judge(found, event))
  }
  on(
    'response:bypass',
    end(async () => 'requests that no handler answered'),
  )
  on(
    'response:mocked',
    end((found, { response }) => readExchange(found, response.clone(), server.listHandlers())),
  )
  for (const handler of server.listHandlers())
    if (!('info' in handler) && !isOwn(handler)) seen.push(Promise.resolve('handlers of sockets'))
  return seen
}

interface Begun {
  readonly path: string
  readonly request: Request
  readonly world: Emulator
}

async function readExchange(
  { path, request, world }: Begun,
  response: Response,
  handlers: readonly object[],
): Promise<MockedExchange> {
  const where = await findPlaces(request, handlers)
  const [sent, came] = await Promise.all([request.arrayBuffer(), response.arrayBuffer()])
  return {
    request: { method: request.method, path, headers: [...request.headers], bytes: new Uint8Array(sent) },
    answer: { status: response.status, headers: Object.fromEntries(response.headers), bytes: new Uint8Array(came) },
    world,
    where,
  }
}

/** Lines of the handlers that match a request; several where a handler in front may have left it to others. */
async function findPlaces(request: Request, handlers: readonly object[]): Promise<string | undefined> {
  const places = new Set<string>()
  for (const handler of handlers as readonly ListedHandler[]) {
    const place = handler.info?.callFrame
    if (place !== undefined && (await handler.test?.({ request: request.clone() })) === true) places.add(shorten(place))
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
