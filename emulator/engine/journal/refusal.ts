import { errors } from '../../contract/errors.ts'
import { isObject } from '../checking/is-object.ts'
import type { JournalEntry } from './journal-entry.ts'

/** The cited statement that the code of a refusal comes from. */
export function findSource({
  error,
  clauses,
  assumptions,
}: Pick<JournalEntry, 'error' | 'clauses' | 'assumptions'>): string | undefined {
  const source: string | undefined =
    error !== null && error in errors ? errors[error as keyof typeof errors].source : undefined
  return [...clauses, ...assumptions].find((id) => id === source) ?? assumptions[0] ?? clauses.at(-1)
}

/** Message in the answer of a refusal, over HTTP or on a socket. */
export function refusalMessage({ error, response }: Pick<JournalEntry, 'error' | 'response'>): string | undefined {
  const body = response?.body
  if (error === null || !isObject(body)) return undefined
  const { message } = isObject(body['error']) ? body['error'] : body
  return typeof message === 'string' && message !== '' ? message : undefined
}
