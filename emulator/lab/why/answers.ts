import type { NotedAnswer } from '../../engine/coverage/meetings.ts'

/** An answer of a run that failed, or of one beside it. */
export interface Answer extends NotedAnswer {
  /** Its test, beginning with the file, and its test file; undefined where they are not known. */
  readonly test?: string
  readonly file?: string
}

/** The answers of one test: by its name, else by its file, else all. */
export function answersTo(name: string, answers: readonly Answer[]): readonly Answer[] {
  const own = answers.filter(({ test }) => test === name)
  if (own.length > 0) return own
  const inFile = answers.filter(({ file, test }) => test === undefined && file !== undefined && name.startsWith(file))
  if (inFile.length > 0) return inFile
  return answers.some(({ test }) => test !== undefined) && name.includes(' > ') ? [] : answers
}
