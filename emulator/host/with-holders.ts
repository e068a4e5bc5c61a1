import { pathText, type Path, type Problem } from '../engine/checking/problems.ts'
import type { WorldRecords } from '../engine/world/load.ts'

/** Records of a document. */
export interface HolderSource extends Pick<WorldRecords, 'records'> {
  /** Name of the document in messages: `the fixture 'starter'`. */
  readonly title: string
  /** Adds places in its file to problems of these records; undefined for a document from memory. */
  readonly place: (problems: readonly Problem[]) => readonly Problem[] | undefined
}

/**
 * Adds to problems about values that another record holds the place of that record. Sources are in order of loading.
 * (Generated records have no place.)
 */
export function withHolders(problems: readonly Problem[], sources: readonly HolderSource[]): Problem[] {
  return problems.map((problem) => {
    const where = problem.holder === undefined ? undefined : standsIn(problem.holder, sources, pathText(problem.path))
    return where === undefined ? problem : { ...problem, message: `${problem.message}; that record is in ${where}` }
  })
}

function standsIn(
  { table, field, value }: NonNullable<Problem['holder']>,
  sources: readonly HolderSource[],
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
