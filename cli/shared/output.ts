import type { Io } from './io.ts'
import type { Outcome } from './command.ts'
import type { ClientError } from './client-error.ts'
import { cite } from './cite.ts'
import { printable } from '../../emulator/engine/checking/printable.ts'

/** A-39 */
const schemaVersion = 1

/** Shorter values are too likely to be part of an ordinary word. */
const shortestSecret = 8

/** Writes the answer of a command to stdout: lines for a person, or one line of JSON. */
export function writeOutcome(io: Io, { lines, payload, shows = {} }: Outcome, json: boolean): void {
  // The check sees the answer before the last redaction.
  const clean = io.secrets.size > 0 && !holdsSecret(json ? JSON.stringify(payload) : lines.join('\n'), io.secrets)
  if (json) {
    writeJson(io, payload)
    cite(
      'client.json-output',
      'client.schema-version',
      ...(clean ? ['client.key-never-in-json' as const] : []),
      ...(shows.json ?? []),
    )
    return
  }
  if (lines.length > 0) {
    io.stdout.write(withoutSecrets(`${lines.map(printable).join('\n')}\n`, io.secrets))
    if (clean) cite('client.key-never-in-output')
  }
  cite(...(shows.lines ?? []))
}

function holdsSecret(text: string, secrets: ReadonlySet<string>): boolean {
  return [...secrets].some((secret) => secret !== '' && text.includes(secret))
}

/** Writes a failure: to stderr for a person, to stdout as JSON for a program (A-39). A program that cannot be told may have a log of stderr. */
export function writeError(io: Io, error: ClientError, json: boolean, hint?: string): void {
  if (io.secrets.size > 0 && !holdsSecret(error.message, io.secrets)) cite('client.key-never-in-errors')
  if (json && io.stdout.broken !== true) {
    writeJson(io, { error: { code: error.code, message: error.message } })
    cite('client.json-output', 'client.schema-version')
    return
  }
  writeNote(io, `error: ${error.code}: ${error.message}${hint === undefined ? '' : `\n${hint}`}`)
}

/** One line on stderr, beside the answer of the command. */
export function writeNote(io: Io, text: string): void {
  io.stderr.write(withoutSecrets(`${text.split('\n').map(printable).join('\n')}\n`, io.secrets))
}

/** One line on stdout, as it happens. */
export function writeLine(io: Io, text: string): void {
  io.stdout.write(withoutSecrets(`${printable(text)}\n`, io.secrets))
}

function writeJson(io: Io, payload: Readonly<Record<string, unknown>>): void {
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutSecrets(value, io.secrets)
    if (Array.isArray(value)) return value.map(hide)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [withoutSecrets(name, io.secrets), hide(inner)]),
    )
  }
  io.stdout.write(`${printable(JSON.stringify(hide({ ...payload, schema_version: schemaVersion })))}\n`)
}

/** The last guard: a key that a server or a library puts into a text is blotted out on its way out. */
function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let out = text
  for (const secret of secrets) if (secret.length >= shortestSecret) out = out.replaceAll(secret, '***')
  return out
}
