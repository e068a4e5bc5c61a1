import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import { Audit, describeAudit } from '../../../emulator/lab/audit/audit.ts'
import { findAdminKey } from '../../../emulator/lab/engine/base-emulator.ts'
import type { Addresses } from '../../../emulator/lab/subjects/addresses.ts'
import { findSecret, type HttpExchange } from '../../../emulator/scenario/record/exchange.ts'
import { writePretty } from '../../../emulator/scenario/reports/pretty.ts'
import { usageError } from '../../shared/client-error.ts'
import { isColored } from '../../shared/color.ts'
import type { Io } from '../../shared/io.ts'
import { listenProxy } from '../record/listen-proxy.ts'
import type { RecordedTraffic } from '../record/recorder.ts'
import { Turns } from '../record/turns.ts'
import { startOptions, type ServeSettings } from '../start-options.ts'

interface AuditSettings extends ServeSettings {
  /** API URL of the mock server. */
  readonly audit: string
  readonly strict: boolean
  readonly key: string | undefined
}

/** Flags of a server that an audit does not start. */
const serving = {
  behindProxy: '--behind-proxy',
  chaos: '--chaos',
  controlToken: '--control-token',
  cors: '--cors',
  delay: '--delay',
  explain: '--explain',
  journal: '--journal',
  log: '--log',
  name: '--name',
  rateLimit: '--rate-limit',
  state: '--state',
  tls: '--tls',
  tlsCert: '--tls-cert',
  worldFrom: '--world-from',
  worlds: '--worlds',
} as const satisfies { readonly [Name in keyof ServeSettings]?: string }

/** Refuses flags without effect: the answers are those of the mock server. */
function checkAuditFlags(settings: AuditSettings): void {
  for (const [name, flag] of Object.entries(serving)) {
    const value = settings[name as keyof typeof serving]
    if (value !== undefined && value !== false && value !== 'silent')
      throw usageError(`${flag} is about a server of the emulator, and --audit asks ${settings.audit}: leave one out`)
  }
}

/**
 * Runs a program against a mock server, and prints on stderr what the server answered otherwise than the API would.
 * Resolves to the exit code of the program, or 1 if it is 0 and `strict` has a finding.
 */
export async function auditMock(
  settings: AuditSettings,
  io: Io,
  run: (addresses: Addresses) => Promise<number>,
): Promise<number> {
  const { audit: target, port, host, key, strict } = settings
  checkAuditFlags(settings)
  const world = createEmulator(await startOptions(settings))
  const audit = new Audit()
  let judging: Promise<unknown> = Promise.resolve()
  const judge = (exchange: HttpExchange): void => {
    const secret = findSecret(exchange.caller)
    if (secret !== undefined) io.secrets.add(secret)
    judging = judging.then(() => audit.judge(exchange, world))
  }
  const proxy = await listenProxy({ target, realtimeUrl: undefined, port, host }, watchTraffic(judge, audit))
  let exit: number
  try {
    exit = await run({ api_url: proxy.url, realtime_url: proxy.realtimeUrl, api_key: key ?? findAdminKey(world) ?? '' })
  } finally {
    await proxy.close()
  }
  await judging
  const report = audit.report()
  io.stderr.write(writePretty(describeAudit(report), { color: isColored({ env: io.env, stdout: io.stderr }) }))
  return exit === 0 && strict && report.findings.length > 0 ? 1 : exit
}

/** Traffic that is handed on without waiting for other traffic, and judged where the API has answered a request. */
function watchTraffic(judge: (exchange: HttpExchange) => void, audit: Audit): RecordedTraffic {
  const turns = new Turns(0)
  return {
    everything: true,
    turn: (exchange) =>
      turns.take(async () => {
        for (const each of await exchange(() => Promise.resolve()))
          if (each.kind === 'http' && each.answer.outcome === 'answered') judge(each)
          else audit.skip('answers that broke off')
      }),
    leaveOut: (_what, reason) => audit.skip(reason),
    idle: (within) => turns.idle(within),
  }
}
