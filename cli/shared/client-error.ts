/**
 * Codes with which a command can fail. The first eight are the specification's, `API_UNAVAILABLE` is A-41; the rest are
 * ours, for failures that no page names.
 */
export type ClientErrorCode =
  | 'INPUT_REQUIRED'
  | 'ENV_VAR_NOT_SET'
  | 'AUTH_INVALID'
  | 'INSECURE_CREDENTIALS_PERMISSIONS'
  | 'CREDENTIALS_NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'USER_IDENTITY_MISMATCH'
  | 'SCOPE_UNVERIFIED'
  | 'API_UNAVAILABLE'
  | 'INPUT_INVALID'
  | 'CREDENTIALS_BUSY'
  | 'CREDENTIALS_NOT_WRITTEN'
  | 'WORKER_PIN_INVALID'
  | 'USAGE_ERROR'
  | 'UNEXPECTED'

/** A failure with a code and a text for the user. The text never has a key. Exit code 1; usage errors 2. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  readonly exitCode: number

  constructor(code: ClientErrorCode, message: string, exitCode = code === 'USAGE_ERROR' ? 2 : 1) {
    super(message)
    this.name = 'ClientError'
    this.code = code
    this.exitCode = exitCode
  }
}

/** Failure of a command whose question could not be asked of a service: exit code 2. */
export function notAsked(message: string): ClientError {
  return new ClientError('API_UNAVAILABLE', message, 2)
}

/** Failure of a command whose input cannot be read or used: exit code 2, as of any question that could not be asked. */
export function unusable(message: string): ClientError {
  return new ClientError('INPUT_INVALID', message, 2)
}

/** Mistake on the command line: nothing was read or changed. */
export function usageError(message: string): ClientError {
  return new ClientError('USAGE_ERROR', message)
}

/**
 * Thrown when a signal ends the work, or at Ctrl-C in a prompt. Nothing is reported; the exit code is the shell's for
 * the signal.
 */
export class Interrupted extends Error {
  readonly exitCode: number

  constructor(message = '', exitCode = 130) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Thrown when a program of a command fails. The program has reported the reason; its exit code becomes that of the
 * command.
 */
export class ProgramFailed extends Error {
  readonly exitCode: number

  constructor(exitCode: number) {
    super(`exit code ${exitCode}`)
    this.exitCode = exitCode
  }
}

/**
 * Error for an unexpected failure. Unless the program can explain it, it names only the kind: message and stack may
 * quote secrets.
 */
export function unexpected(
  { explain }: { readonly explain?: (error: unknown) => ClientError | string | undefined },
  error: unknown,
): ClientError {
  const explained = explain?.(error)
  if (explained instanceof ClientError) return explained
  if (explained !== undefined) return new ClientError('UNEXPECTED', explained)
  const { code, name } = error as { code?: unknown; name?: unknown }
  return new ClientError('UNEXPECTED', `internal error (${String(code ?? name ?? 'unknown')})`)
}
