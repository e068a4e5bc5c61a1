import { shortened } from '../../contract/shortened.ts'
import { shallowJson } from '../../engine/checking/lost-number.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { catalog } from '../../service/catalog.ts'
import type { AskedRequest } from './asked.ts'
import type { ReportedAnswer, ReportedExchange } from './drift-report.ts'
import { answerText, type Observation } from './observation.ts'
import type { TimelineStep } from './timeline.ts'

/** Facts about the run that a report of an exchange needs. */
export interface ReportContext {
  /** Secrets that must not be in a report. */
  readonly secrets: ReadonlySet<string>
  /** The command line of the run, without `--only`. */
  readonly command: string
}

/** Fields of requests and answers that hold secrets. */
const secretFields: ReadonlySet<string> = new Set([
  ...catalog.flatMap(({ secrets }) => secrets),
  'access_token',
  'api_key',
])
const REDACTED = '***'

/** An exchange for a report, without secrets. `clause`: the clause to repeat in its command line. */
export function reportExchange(
  { exchange, twin, comparison }: TimelineStep,
  clause: string,
  context: ReportContext,
): ReportedExchange {
  const { number, asked, observation } = exchange
  const body = describeBody(asked)
  return {
    number,
    probe: asked.probe,
    request: formatRequest(asked),
    caller: asked.caller.name,
    ...(body !== undefined && { body: redact(body, context) }),
    target: describeAnswer(observation, context),
    twin: describeAnswer(twin.observation, context),
    differences: comparison.differences.map((line) => redactText(line, context)),
    again: `${context.command} --only ${clause}`,
  }
}

function formatRequest(asked: AskedRequest): string {
  return asked.via === 'http' ? `${asked.method} ${asked.path}` : asked.method
}

function describeBody(asked: AskedRequest): unknown {
  if (asked.via === 'socket') return asked.params
  if (asked.body === undefined) return undefined
  return typeof asked.body === 'string' ? parseText(asked.body) : { bytes: asked.body.length }
}

function describeAnswer(observation: Observation, context: ReportContext): ReportedAnswer {
  if (observation.kind === 'failed')
    return observation.answer === undefined ? { body: observation.detail } : describeAnswer(observation.answer, context)
  const body = redact(parseText(answerText(observation)), context)
  if (observation.kind === 'socket') return { body }
  const { status, headers, bytes } = observation
  const envelope = headers['x-response-body']
  if (envelope !== undefined)
    return { status, body: { bytes: bytes.length, envelope: redact(parseText(envelope), context) } }
  return { status, body }
}

/** Most characters of a text in a report. */
const MAX_TEXT = 2_000

function parseText(text: string): unknown {
  const value = text.length > MAX_TEXT ? undefined : shallowJson(text)
  return value ?? shortened(text, MAX_TEXT)
}

function redact(value: unknown, context: ReportContext): unknown {
  if (typeof value === 'string') return redactText(value, context)
  if (Array.isArray(value)) return value.map((item) => redact(item, context))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretFields.has(name) && typeof inner === 'string' ? REDACTED : redact(inner, context),
    ]),
  )
}

function redactText(text: string, { secrets }: ReportContext): string {
  let redacted = text
  for (const secret of secrets) if (secret.length > 3) redacted = redacted.replaceAll(secret, REDACTED)
  return redacted
}
