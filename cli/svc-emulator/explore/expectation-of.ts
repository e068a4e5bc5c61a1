import type { ExploreReport, Finding } from '../../../emulator/explore/report.ts'
import type { ExploreSettings } from './explore-program.ts'

/** How long a replay waits for a client that hung. */
const PATIENCE_MS = 10_000
/** What stack traces have in them, and other output of clients has not. */
const TRACES = ['\n    at ', 'Traceback (most recent call last):', 'panic: ', 'Exception in thread ', "' panicked at "]

/** What a `run:` step expects of a client, so that the replay fails as the experiment did: with its verdict, and for no other reason. */
export function expectationOf({ verdict }: Finding, report: ExploreReport, { key, timeLimitMs }: ExploreSettings): object {
  // A failure that is reported is fine, and so is any exit code.
  const exit = { at_least: 0 }
  switch (verdict) {
    case 'hung':
    case 'storm': return { timeout: `${timeLimitMs ?? PATIENCE_MS}ms`, expect: { exit } }
    case 'crashed': return { expect: { exit, stderr: { lacks: TRACES } } }
    case 'leaked-secret': {
      const lacks = key ?? 'svc-key-ada-admin'
      return { expect: { exit, stdout: { lacks }, stderr: { lacks } } }
    }
    default: return { expect: { exit: 0, ...stdoutOf(report) } }
  }
}

/** What the client prints without a fault; nothing where that differs by itself. */
function stdoutOf({ output, masks }: ExploreReport): object {
  const { stdout } = output as { stdout: unknown }
  if (masks.length > 0) return {}
  if (!Array.isArray(stdout) || !stdout.every((line) => typeof line === 'string')) return { stdout: { json: withoutDrawn(stdout) } }
  return { stdout: stdout.some(isDrawn) ? { lines: withoutDrawn(stdout.at(-1) === '' ? stdout.slice(0, -1) : stdout) } : { text: stdout.join('\n') } }
}

/** An id, a secret or a time, which another run draws otherwise. */
const isDrawn = (text: string): boolean => /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|svc-[0-9a-f]{4,}|\d{4}-\d\d-\d\dT\d\d:/.test(text)

function withoutDrawn(value: unknown): unknown {
  if (typeof value === 'string') return isDrawn(value) ? { is: 'string' } : value
  if (Array.isArray(value)) return value.map(withoutDrawn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutDrawn(each)]))
}
