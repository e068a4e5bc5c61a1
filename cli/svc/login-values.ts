import { environmentApiUrl } from '../credentials/environment-urls.ts'
import { ClientError } from '../shared/client-error.ts'
import { envValue, type Io } from '../shared/io.ts'
import { cite } from '../shared/cite.ts'
import { ask, askSecret } from '../shared/prompt.ts'
import { readStdin } from '../shared/read-stdin.ts'
import { defaultApiUrl } from '../shared/urls.ts'
import { type LoginFlags, loginValues, type ValueName, valueNames } from './login-sources.ts'

export interface LoginValues {
  readonly apiKey: string
  readonly apiUrl: string
  /** Only when one was supplied. */
  readonly realtimeUrl: string | undefined
}

/**
 * The three values, each from the source that was named for it, or else from the prompt, the default, or nothing.
 * Named sources come first, those that cost nothing before stdin, so that a login that must fail asks nobody anything.
 *
 * @throws ClientError `INPUT_REQUIRED`, `ENV_VAR_NOT_SET`, `INPUT_INVALID`
 */
export async function readValues(flags: LoginFlags, io: Io): Promise<LoginValues> {
  cite('client.login.values-resolve-independently', 'client.login.fails-before-network')
  const named: Partial<Record<ValueName, string>> = {}
  for (const name of valueNames) {
    const value = fromLine(name, flags, io)
    if (value !== undefined) named[name] = value
  }
  for (const name of valueNames) if (flags[`${name}-stdin`]) named[name] = await fromStdin(name, io)
  if (named['api-key'] !== undefined) io.secrets.add(named['api-key'])
  const prompting = mayPrompt(flags, io)
  const apiUrl = named['api-url'] ?? (await unclaimedUrl(io, prompting))
  const apiKey = named['api-key'] ?? (prompting ? await promptForKey(io) : missingKey(flags))
  cite('client.login.realtime-url-never-prompted')
  return { apiKey, apiUrl, realtimeUrl: named['realtime-url'] }
}

function fromLine(name: ValueName, flags: LoginFlags, io: Io): string | undefined {
  cite('client.login.api-key-literal', 'client.login.api-url-literal', 'client.login.realtime-url-literal')
  const literal = flags[name]
  if (literal !== undefined) return usable(name, literal, `--${name}`)
  cite('client.login.api-key-env', 'client.login.api-url-env', 'client.login.realtime-url-env')
  const variable = flags[`${name}-env`]
  if (variable === undefined) return undefined
  cite('client.login.env-unset-fails', 'client.login.env-blank-fails')
  const value = envValue(io.env, variable)
  if (value === undefined) throw new ClientError('ENV_VAR_NOT_SET', `${variableTitle(variable)} that --${name}-env names is not set or blank`)
  return usable(name, value, variableTitle(variable))
}

/** A key given where the name of a variable belongs can look like one, unless it is written as variables are. */
function variableTitle(variable: string): string {
  return /^[A-Z_][A-Z0-9_]{0,63}$/.test(variable) ? `the variable ${variable}` : 'the variable'
}

async function fromStdin(name: ValueName, io: Io): Promise<string> {
  cite('client.login.api-key-stdin', 'client.login.api-url-stdin', 'client.login.realtime-url-stdin')
  return usable(name, await readStdin(io), `the ${loginValues[name].title} on stdin`)
}

function usable(name: ValueName, text: string, source: string): string {
  cite('client.login.empty-source-fails')
  const value = text.trim()
  if (value === '') throw new ClientError('INPUT_REQUIRED', `${source} is empty`)
  const problem = loginValues[name].problemOf(value)
  if (problem !== undefined) throw new ClientError('INPUT_INVALID', `${source} ${problem}`)
  return value
}

function mayPrompt(flags: LoginFlags, io: Io): boolean {
  cite('client.login.no-input-fails', 'client.login.prompt-not-after-stdin-flag', 'client.login.prompt-needs-terminal')
  return !flags['no-input'] && !valueNames.some((name) => flags[`${name}-stdin`]) && io.stdin.isTTY === true
}

/** The default is what `SVC_API_URL` says, or else that of the specification. */
async function unclaimedUrl(io: Io, prompting: boolean): Promise<string> {
  cite('client.login.unclaimed-url-takes-default', 'client.login.api-url-default')
  const offered = environmentApiUrl(io.env) ?? defaultApiUrl
  cite('client.login.prompts-url-then-key', 'client.login.prompts-on-stderr')
  return prompting ? usable('api-url', (await ask(io, 'API URL:', offered)) || offered, 'the API URL') : offered
}

async function promptForKey(io: Io): Promise<string> {
  cite('client.login.key-prompt-without-echo', 'client.login.empty-answer-fails')
  return usable('api-key', await askSecret(io, 'API key:'), 'the answer to the prompt for the API key')
}

function missingKey(flags: LoginFlags): never {
  cite('client.login.unclaimed-key-fails')
  const why = flags['no-input'] ? '--no-input was given' : 'there is no terminal to ask at'
  throw new ClientError('INPUT_REQUIRED', `an API key is needed and ${why}: use --api-key-stdin or --api-key-env <VAR>`)
}
