import { ClientError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { Prompts } from './prompt.ts'
import { defaultApiUrl, normalizeApiUrl } from '../shared/urls.ts'
import { type LoginFlags, loginValues, type ValueName, valueNames } from './login-sources.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'

export interface LoginValues {
  readonly apiKey: string
  readonly apiUrl: string
  /** Only when one was supplied. */
  readonly realtimeUrl: string | undefined
}

/**
 * The three values, each from its named source, else from the prompt, the default, or nothing. Named sources are read
 * first, and stdin last of these, so that a login that must fail does not prompt.
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
  using prompts = mayPrompt(flags, io) && isAsked(named) ? new Prompts(io) : undefined
  // The default is that of the specification: login takes no URL from the environment by itself.
  const apiUrl = named['api-url'] ?? (prompts ? await promptForUrl(prompts) : defaultApiUrl)
  const apiKey = named['api-key'] ?? (prompts ? await promptForKey(prompts) : missingKey(flags))
  return { apiKey, apiUrl: normalizeApiUrl(apiUrl), realtimeUrl: named['realtime-url'] }
}

function fromLine(name: ValueName, flags: LoginFlags, io: Io): string | undefined {
  const literal = flags[name]
  if (literal !== undefined) return usable(name, literal, `--${name}`)
  const variable = flags[`${name}-env`]
  if (variable === undefined) return undefined
  const value = envValue(io.env, variable)
  if (value !== undefined) return usable(name, value, variableTitle(variable))
  throw new ClientError('ENV_VAR_NOT_SET', `${variableTitle(variable)} that --${name}-env names is not set or blank`)
}

/** Name of a variable for messages, unless it may be a key that was given by mistake. */
function variableTitle(variable: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(variable) ? `the variable ${variable}` : 'the variable'
}

async function fromStdin(name: ValueName, io: Io): Promise<string> {
  if (io.stdin.isTTY === true)
    throw new ClientError(
      'INPUT_REQUIRED',
      `--${name}-stdin reads a pipe or a file, and stdin is a terminal, which would show what is typed: ` +
        `pipe it in (pass svc | ${ownProgram('svc')} login --${name}-stdin), name a variable with --${name}-env <VAR>, ` +
        'or leave the flag out to be asked',
    )
  return usable(name, await readStdin(io), `the ${loginValues[name].title} on stdin`)
}

function usable(name: ValueName, text: string, source: string): string {
  const value = text.trim()
  if (value === '') throw new ClientError('INPUT_REQUIRED', `${source} is empty`)
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

async function promptForUrl(prompts: Prompts): Promise<string> {
  return usable('api-url', await prompts.ask('API URL:', defaultApiUrl), 'the API URL')
}

async function promptForKey(prompts: Prompts): Promise<string> {
  return usable('api-key', await prompts.askSecret('API key:'), 'the answer to the prompt for the API key')
}

function missingKey(flags: LoginFlags): never {
  const why = flags['no-input'] ? '--no-input was given' : 'there is no terminal to ask at'
  throw new ClientError('INPUT_REQUIRED', `an API key is needed and ${why}: use --api-key-stdin or --api-key-env <VAR>`)
}

const MAX_STDIN = 64 * 1024

/**
 * Reads stdin to its end.
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
