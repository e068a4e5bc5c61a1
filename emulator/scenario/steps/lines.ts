/** Requests and answers as lines of a transcript. */
import type { CallOutcome, HttpOutcome } from '../outcome.ts'
import type { HttpRequest } from '../targets/target.ts'

/** Headers that differ between targets without meaning anything. */
const incidental = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'vary',
  'server',
])
const MAX_LENGTH = 4_000

export function exchangeLines({ method, path, headers, body }: HttpRequest, outcome: HttpOutcome): string[] {
  const sent = body instanceof Uint8Array ? `(${body.length} bytes)` : body
  return [
    `> ${method} ${path}`,
    ...headerLines('>', headers),
    ...(sent === undefined ? [] : [`> ${cut(sent)}`]),
    ...answerLines(outcome),
  ]
}

function answerLines(outcome: HttpOutcome): string[] {
  if (outcome.outcome === 'no_answer') return [`< no answer: ${outcome.reason ?? ''}`]
  const binary = outcome.headers?.['content-type'] === 'application/octet-stream'
  return [
    `< ${outcome.status}`,
    ...headerLines('<', outcome.headers ?? {}),
    ...(outcome.text ? [`< ${binary ? `(${outcome.bytes} bytes)` : cut(outcome.text)}`] : []),
    ...(outcome.outcome === 'cut' ? [`< cut: ${outcome.reason ?? ''}`] : []),
  ]
}

export function callLines(method: string, params: unknown, outcome: CallOutcome): string[] {
  const { outcome: how, reason, ...rest } = outcome
  return [
    `> ${method} ${cut(JSON.stringify(params))}`,
    how === 'answered' ? `< ${cut(JSON.stringify(rest))}` : `< ${how}: ${reason ?? ''}`,
  ]
}

function headerLines(mark: string, headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => !incidental.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${mark} ${name}: ${value}`)
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text
}
