import type { ClauseId } from '../../emulator/contract/clauses.ts'
import { ClientError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { cite } from '../shared/cite.ts'
import { Prompts } from './prompt.ts'
import { defaultApiUrl, normalizeApiUrl } from '../shared/urls.ts'
import { type LoginFlags, loginValues, type ValueName, valueNames } from './login-sources.ts'

export interface LoginValues {
  readonly apiKey: string
  readonly apiUrl: string
  /** Only when one was supplied. */
  readonly realtimeUrl: string | undefined
}

/**
 * The three values, each from the source that was named for it, or else from the prompt, the default, or nothing.
 * Named sources come first, those that cost nothing before stdin, so that a login that must fail prompts for nothing.
 *
 * @throws ClientError `INPUT_REQUIRED`, `ENV_VAR_NOT_SET`, `INPUT_INVALID`
 */
export async function readValues(flags: LoginFlags, io: Io): Promise<LoginValues> {
  const named: Partial<Record<ValueName, string>> = {}
  for (const name of valueNames) {
    const value = fromLine(name, flags, io)
    if (value !== undefined) named[name] = value
  }
  for (const name of valueNames) if (flags[`${name}-stdin`]) named[name] = await fromStdin(name, io)
  if (named['api-key'] !== undefined) io.secrets.add(named['api-key'])
  const prompting = mayPrompt(flags, io)
  using prompts = prompting && isAsked(named) ? new Prompts(io) : undefined
  const apiUrl = named['api-url'] ?? (prompts ? await promptForUrl(prompts) : unclaimedUrl())
  const apiKey = named['api-key'] ?? (prompts ? await promptForKey(prompts) : missingKey(flags))
  if (new Set(valueNames.filter((name) => named[name] !== undefined).map((name) => inputKind(name, flags))).size > 1)
    cite('client.login.values-resolve-independently')
  if (prompting && named['api-key'] === undefined && named['api-url'] === undefined)
    cite('client.login.prompts-url-then-key')
  if (prompting && named['realtime-url'] === undefined) cite('client.login.realtime-url-never-prompted')
  return { apiKey, apiUrl: normalizeApiUrl(apiUrl), realtimeUrl: named['realtime-url'] }
}

function inputKind(name: ValueName, flags: LoginFlags): 'literal' | 'stdin' | 'env' {
  if (flags[`${name}-stdin`]) return 'stdin'
  return flags[`${name}-env`] === undefined ? 'literal' : 'env'
}

function fromLine(name: ValueName, flags: LoginFlags, io: Io): string | undefined {
  const literal = flags[name]
  if (literal !== undefined) return taken(name, 'literal', literal, `--${name}`)
  const variable = flags[`${name}-env`]
  if (variable === undefined) return undefined
  const value = envValue(io.env, variable)
  if (value !== undefined) return taken(name, 'env', value, variableTitle(variable))
  cite(io.env[variable] === undefined ? 'client.login.env-unset-fails' : 'client.login.env-blank-fails')
  throw new ClientError('ENV_VAR_NOT_SET', `${variableTitle(variable)} that --${name}-env names is not set or blank`)
}

/** A key given where the name of a variable belongs can look like one, unless it is written as variables are. */
function variableTitle(variable: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(variable) ? `the variable ${variable}` : 'the variable'
}

async function fromStdin(name: ValueName, io: Io): Promise<string> {
  if (io.stdin.isTTY === true) {
    cite('client.login.prompt-not-after-stdin-flag')
    throw new ClientError(
      'INPUT_REQUIRED',
      `--${name}-stdin reads a pipe or a file, and stdin is a terminal, which would show what is typed: ` +
        `pipe it in (pass svc | svc login --${name}-stdin), name a variable with --${name}-env <VAR>, ` +
        'or leave the flag out to be asked',
    )
  }
  return taken(name, 'stdin', await readStdin(io), `the ${loginValues[name].title} on stdin`)
}

/** A value from the source that was named for it. */
function taken(name: ValueName, kind: 'literal' | 'stdin' | 'env', text: string, source: string): string {
  const value = usable(name, text, source, 'client.login.empty-source-fails')
  cite(`client.login.${name}-${kind}`)
  return value
}

function usable(name: ValueName, text: string, source: string, whenEmpty?: ClauseId): string {
  const value = text.trim()
  if (value === '') {
    if (whenEmpty !== undefined)
      cite(whenEmpty, ...(name === 'api-key' ? ['client.login.fails-before-network' as const] : []))
    throw new ClientError('INPUT_REQUIRED', `${source} is empty`)
  }
  const problem = loginValues[name].problemOf(value)
  if (problem !== undefined) throw new ClientError('INPUT_INVALID', `${source} ${problem}`)
  return value
}

function readsStdin(flags: LoginFlags): boolean {
  return valueNames.some((name) => flags[`${name}-stdin`])
}

function mayPrompt(flags: LoginFlags, io: Io): boolean {
  return !flags['no-input'] && !readsStdin(flags) && io.stdin.isTTY === true
}

function isAsked(named: Partial<Record<ValueName, string>>): boolean {
  return named['api-key'] === undefined || named['api-url'] === undefined
}

/** The default is that of the specification: login takes no URL from the environment by itself. */
function unclaimedUrl(): string {
  cite('client.login.unclaimed-url-takes-default', 'client.login.api-url-default', 'client.default-api-url-has-v1')
  return defaultApiUrl
}

async function promptForUrl(prompts: Prompts): Promise<string> {
  const answer = await prompts.ask('API URL:', defaultApiUrl)
  cite('client.login.prompts-on-stderr')
  return usable('api-url', answer, 'the API URL')
}

async function promptForKey(prompts: Prompts): Promise<string> {
  const answer = await prompts.askSecret('API key:')
  cite('client.login.key-prompt-without-echo')
  return usable('api-key', answer, 'the answer to the prompt for the API key', 'client.login.empty-answer-fails')
}

function missingKey(flags: LoginFlags): never {
  cite('client.login.unclaimed-key-fails', 'client.login.fails-before-network')
  if (flags['no-input']) cite('client.login.no-input-fails')
  else if (!readsStdin(flags)) cite('client.login.prompt-needs-terminal')
  const why = flags['no-input'] ? '--no-input was given' : 'there is no terminal to ask at'
  throw new ClientError('INPUT_REQUIRED', `an API key is needed and ${why}: use --api-key-stdin or --api-key-env <VAR>`)
}

const MAX_STDIN = 64 * 1024

/**
 * Everything that stdin gives until its end.
 *
 * @throws ClientError `INPUT_INVALID` beyond 64 KiB
 */
async function readStdin({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stdin as AsyncIterable<Buffer | string>) {
    size += chunk.length
    if (size > MAX_STDIN) throw new ClientError('INPUT_INVALID', 'stdin holds more than 64 KiB')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString('utf8')
}
