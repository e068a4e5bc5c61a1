import type { Exchange } from '../../../emulator/scenario/record/exchange.ts'
import { findSecret } from '../../../emulator/scenario/record/exchange.ts'
import { programEnvironment } from '../../../emulator/scenario/run/program-environment.ts'
import { runProgram } from '../../../emulator/scenario/run/spawned.ts'
import { usageError } from '../../shared/client-error.ts'
import type { Io } from '../../shared/io.ts'
import { listenProxy } from '../record/listen-proxy.ts'
import { Recorder } from '../record/recorder.ts'

/** A test suite of the user, and the service that it asks. */
interface SuiteSettings {
  readonly program: readonly string[]
  /** API URL of the service. */
  readonly target: string
  readonly realtimeUrl: string | undefined
  /** Milliseconds after which it is ended. */
  readonly timeLimit: number
}

/** Listeners to the traffic between a suite and a service. */
interface TrafficEvents {
  /** Called with each exchange, in the order of sending. */
  passed(exchange: Exchange): void
  /** Called with a line about traffic that is no exchange with the API. */
  leftOut(line: string): void
}

/** Description of a failed suite; undefined if it passed. */
type SuiteEnd = string | undefined

/**
 * Runs a suite behind a proxy to the service. The addresses of the proxy are in `SVC_API_URL` and `SVC_REALTIME_URL`;
 * requests and answers pass unchanged. Throws a usage error if the program cannot be started.
 */
export async function runSuite(
  { program, target, realtimeUrl, timeLimit }: SuiteSettings,
  events: TrafficEvents,
  stop: AbortSignal,
  io: Pick<Io, 'env' | 'secrets'>,
  onPrint: (text: string) => void,
): Promise<SuiteEnd> {
  const recorder = new Recorder(undefined, {
    kept(exchange) {
      const secret = exchange.kind === 'clock' ? undefined : findSecret(exchange.caller)
      if (secret !== undefined) io.secrets.add(secret)
      events.passed(exchange)
    },
    leftOut: (line) => events.leftOut(line),
  })
  const proxy = await listenProxy({ target, realtimeUrl, port: 0, host: '127.0.0.1' }, recorder)
  try {
    const { exit, signal, timedOut } = await runProgram({
      words: program,
      env: programEnvironment(io.env, { SVC_API_URL: proxy.url, SVC_REALTIME_URL: proxy.realtimeUrl }),
      timeout: timeLimit,
      signal: stop,
      onPrint,
    })
    if (timedOut) return 'it did not end in time'
    if (exit === 0) return undefined
    return signal === null ? `exit code ${exit}` : `ended by ${signal}`
  } catch (error) {
    throw usageError((error as Error).message)
  } finally {
    await proxy.close()
  }
}
