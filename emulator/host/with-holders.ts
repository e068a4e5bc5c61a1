import { pathText, type Path, type Problem } from '../engine/checking/problems.ts'
import type { WorldRecords } from '../engine/world/load.ts'

/** Records of a world as a document gives them. */
export interface Source extends Pick<WorldRecords, 'records'> {
  /** How a message calls the document: `the fixture 'starter'`. */
  readonly title: string
  /** Adds to problems of these records where in their file they stand; undefined for a document from memory. */
  readonly place: (problems: readonly Problem[]) => readonly Problem[] | undefined
}

/**
 * Problems of the last of `sources` with values that another record holds already: with where that record stands. The sources
 * are in the order in which they are loaded. (A generated record stands nowhere by itself.)
 */
export function withHolders(problems: readonly Problem[], sources: readonly Source[]): Problem[] {
  return problems.map((problem) => {
    const where = problem.holder === undefined ? undefined : standsIn(problem.holder, sources, pathText(problem.path))
    return where === undefined ? problem : { ...problem, message: `${problem.message}; that one stands in ${where}` }
  })
}

function standsIn(
  { table, field, value }: NonNullable<Problem['holder']>,
  sources: readonly Source[],
  own: string,
): string | undefined {
  for (const source of sources) {
    const index = source.records?.[table]?.findIndex((record) => record[field] === value) ?? -1
    const path: Path = ['records', table, index, field]
    if (index < 0 || (source === sources.at(-1) && pathText(path) === own)) continue
    const place = source.place([{ kind: 'value', path, message: '' }])?.[0]?.at
    return place === undefined
      ? `${source.title}, ${pathText(path.slice(0, -1))}`
      : `${place.file}:${place.line}:${place.column}`
  }
  return undefined
}
