import { FieldErrors } from '../form/field.ts'
import { Refusal } from '../source/source.ts'

/** Messages of an error by form field; `''` holds those that belong to no field. */
export function errorsByField(error: unknown, fields: readonly string[]): Record<string, string> {
  if (error instanceof FieldErrors) return { ...error.fields }
  if (!(error instanceof Refusal) || error.problems.length === 0) return { '': (error as Error).message }
  const errors: Record<string, string> = {}
  for (const { path, message, nearMiss } of error.problems) {
    const field = path.map(String).find((step) => fields.includes(step)) ?? ''
    const text = `${field === '' && path.length > 0 ? `${path.join('.')}: ` : ''}${message}${nearMiss === undefined ? '' : `, did you mean '${nearMiss}'?`}`
    errors[field] = errors[field] === undefined ? text : `${errors[field]}; ${text}`
  }
  return errors
}
