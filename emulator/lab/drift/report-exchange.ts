import { shortened } from '../../contract/shortened.ts'
import { shallowJson } from '../../engine/checking/json-parts.ts'
import { isObject } from '../../engine/checking/is-object.ts'
import { catalog } from '../../service/catalog.ts'
import type { Asked } from './asked.ts'
import type { ReportedAnswer, ReportedExchange } from './drift-report.ts'
import type { Observation } from './observation.ts'
import type { TimelineStep } from './timeline.ts'

/** Knowledge that a report needs beside the exchanges. */
export interface Told {
  /** Secrets that stand in no report. */
  readonly secrets: ReadonlySet<string>
  /** The command line of the run, to which the choice of a clause is added. */
  readonly command: string
}

/** Names of fields that hold secrets, in requests and in answers. */
const secretFields: ReadonlySet<string> = new Set([
  ...catalog.flatMap(({ secrets }) => secrets),
  'access_token',
  'api_key',
])
const REDACTED = '***'

/** An exchange as a report shows it: with the line that asks again what its clause needs, and without secrets. */
export function reportExchange(
  { exchange, twin, comparison }: TimelineStep,
  clause: string,
  told: Told,
): ReportedExchange {
  const { number, asked, observation } = exchange
  const body = describeBody(asked)
  return {
    number,
    probe: asked.probe,
    request: formatRequest(asked),
    caller: asked.caller.name,
    ...(body !== undefined && { body: redact(body, told) }),
    target: describeAnswer(observation, told),
    twin: describeAnswer(twin.observation, told),
    differences: comparison.differences.map((line) => redactText(line, told)),
    again: `${told.command} --only ${clause}`,
  }
}

function formatRequest(asked: Asked): string {
  return asked.via === 'http' ? `${asked.method} ${asked.path}` : asked.method
}

function describeBody(asked: Asked): unknown {
  if (asked.via === 'socket') return asked.params
  if (asked.body === undefined) return undefined
  return typeof asked.body === 'string' ? parseText(asked.body) : { bytes: asked.body.length }
}

function describeAnswer(observation: Observation, told: Told): ReportedAnswer {
  if (observation.kind === 'failed')
    return observation.answer === undefined ? { body: observation.detail } : describeAnswer(observation.answer, told)
  if (observation.kind === 'socket') return { body: redact(parseText(observation.frames.at(-1) ?? ''), told) }
  const { status, headers, bytes } = observation
  const envelope = headers['x-response-body']
  if (envelope !== undefined)
    return { status, body: { bytes: bytes.length, envelope: redact(parseText(envelope), told) } }
  return { status, body: redact(parseText(new TextDecoder().decode(bytes)), told) }
}

/** Characters of a text that a report shows. */
const MAX_TEXT = 2_000

function parseText(text: string): unknown {
  const value = text.length > MAX_TEXT ? undefined : shallowJson(text)
  return value ?? shortened(text, MAX_TEXT)
}

function redact(value: unknown, told: Told): unknown {
  if (typeof value === 'string') return redactText(value, told)
  if (Array.isArray(value)) return value.map((item) => redact(item, told))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretFields.has(name) && typeof inner === 'string' ? REDACTED : redact(inner, told),
    ]),
  )
}

function redactText(text: string, { secrets }: Told): string {
  let redacted = text
  for (const secret of secrets) if (secret.length > 3) redacted = redacted.replaceAll(secret, REDACTED)
  return redacted
}
