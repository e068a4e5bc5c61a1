import type { Io } from './io.ts'
import type { CommandOutcome } from './command.ts'
import type { ClientError } from './client-error.ts'
import { printable } from '../../emulator/engine/checking/printable.ts'

/** A-39 */
const schemaVersion = 1

/** Shorter values are too likely to be part of an ordinary word. */
const shortestSecret = 8

/** Writes the answer of a command to stdout: lines for a person, or one line of JSON. */
export function writeOutcome(io: Io, { lines, payload }: CommandOutcome, json: boolean): void {
  if (json) writeJson(io, payload)
  else if (lines.length > 0) io.stdout.write(withoutSecrets(`${lines.map(printable).join('\n')}\n`, io.secrets))
}

/**
 * Writes a failure: to stderr for a person, to stdout as JSON for a program (A-39). If stdout is closed, it goes to
 * stderr.
 */
export function writeError(io: Io, error: ClientError, json: boolean, hint?: string): void {
  if (json && io.stdout.broken !== true) writeJson(io, { error: { code: error.code, message: error.message } })
  else writeNote(io, `error: ${error.code}: ${error.message}${hint === undefined ? '' : `\n${hint}`}`)
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
