import { Refusal } from '../source/source.ts'

/** Problems of a trigger: all of them as a text, and each beside its field. */
export interface Problems {
  readonly text?: string
  /** By field: `when.first`, `do.fail.status`. */
  readonly fields: Readonly<Record<string, string>>
}

export function describeProblems(error: Error): Problems {
  if (!(error instanceof Refusal)) return { text: error.message, fields: {} }
  const fields = error.problems.map(
    ({ path, message, nearMiss }) =>
      [
        path.filter((step) => typeof step === 'string').join('.'),
        `${message}${nearMiss === undefined || message.includes(nearMiss) ? '' : `, did you mean '${nearMiss}'?`}`,
      ] as const,
  )
  return { text: error.message, fields: Object.fromEntries(fields) }
}
