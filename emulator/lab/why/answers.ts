import { citedStatements } from '../../engine/coverage/citation-set.ts'
import type { NotedAnswer } from '../../engine/coverage/meetings.ts'
import type { KeptExchange } from '../../engine/journal/entry.ts'
import { findAltered } from '../engine/altered.ts'

/** An answer of a run that failed, or of one beside it. */
export interface Answer extends NotedAnswer {
  /** Its test, beginning with the file, and its test file; undefined where they are not known. */
  readonly test?: string
  readonly file?: string
  /** Id of the key of its caller. */
  readonly key?: string | undefined
  /** Request and answer, where they are known: records are looked for in them. */
  readonly content?: string
}

/** The answers of a run in a world of this process. */
export function readAnswers(calls: readonly KeptExchange[]): Answer[] {
  return calls.map((call) => {
    const { unit, request, failure, citations, params, call: asked, response, key } = call
    const { clauses, assumptions } = citedStatements(citations)
    return {
      unit: unit?.id ?? null,
      url: request.url,
      error: failure?.code ?? null,
      statements: [...clauses, ...assumptions],
      altered: [...findAltered([call])],
      key,
      content: JSON.stringify([request.url, params, asked, request.body, response?.body], (_, value: unknown) =>
        value instanceof Uint8Array ? new TextDecoder().decode(value) : value,
      ),
    }
  })
}

/** The answers of one test: by its name, else by its file, else all. */
export function answersTo(name: string, answers: readonly Answer[]): readonly Answer[] {
  const own = answers.filter(({ test }) => test === name)
  if (own.length > 0) return own
  const inFile = answers.filter(({ file, test }) => test === undefined && file !== undefined && name.startsWith(file))
  if (inFile.length > 0) return inFile
  return answers.some(({ test }) => test !== undefined) && name.includes(' > ') ? [] : answers
}
