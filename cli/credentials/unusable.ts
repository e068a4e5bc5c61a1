import { ClientError } from '../shared/client-error.ts'

/** The file is there and cannot be used: the specification has one code for this and for a missing file. */
export function unusable(file: string, problem: string, line?: number): ClientError {
  return new ClientError('CREDENTIALS_NOT_FOUND', `${file}${line === undefined ? '' : `:${line}`}: ${problem}`)
}
