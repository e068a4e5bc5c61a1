/** Compares a program's run with the expectation of a step. */
import { parseAsWritten } from '../../engine/checking/lost-number.ts'
import { differences, formatJson, type Difference } from '../../engine/matching/expect.ts'
import type { RunExpect, StreamExpect } from '../../engine/matching/schema-expect.ts'
import type { Path } from '../../engine/checking/problems.ts'
import type { World } from '../../engine/world/world.ts'
import { listed, forbiddenTexts } from './forbidden-texts.ts'
import { recordDifferences, requestDifferences, type MadeRequests } from './request-differences.ts'
import type { FileOutcome } from './home.ts'

interface StreamOutcome {
  text: string
  lines: string[]
  /** The whole text as a JSON value, if it is one. */
  json?: unknown
}

/** The end of a program. */
interface ProgramOutcome {
  exit: number | null
  signal: string | null
  stdout: StreamOutcome
  stderr: StreamOutcome
}

export interface RunOutcome extends ProgramOutcome {
  /** Programs beside it. */
  beside?: ProgramOutcome[]
  files: Record<string, FileOutcome | undefined>
  /** Requests during the run, and the world afterwards, if the step expects something of them. */
  requests?: MadeRequests
  world?: World
}

export function streamOutcome(text: string): StreamOutcome {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  try {
    return { text, lines, json: parseAsWritten(text) }
  } catch {
    return { text, lines }
  }
}

export function runDifferences(expected: RunExpect = {}, actual: RunOutcome): Difference[] {
  const { any_of: ways } = expected
  if (ways === undefined) return endDifferences(expected, actual)
  const each = ways.map((way) => endDifferences(way, actual))
  return each.some(({ length }) => length === 0)
    ? []
    : each.flatMap((found, n) =>
        found.map((difference) => ({ ...difference, path: ['any_of', n, ...difference.path] })),
      )
}

function endDifferences(expected: RunExpect, actual: RunOutcome): Difference[] {
  return [
    ...programDifferences(expected, actual),
    ...(actual.beside ?? []).flatMap((each, n) =>
      programDifferences(expected.beside?.[n] ?? {}, each).map((found) => ({
        ...found,
        path: ['beside', n, ...found.path],
      })),
    ),
    ...Object.entries(expected.files ?? {}).flatMap(([name, file]) =>
      fileDifferences(file, actual.files[name], ['files', name]),
    ),
    ...(expected.requests === undefined ? [] : requestDifferences(expected.requests, actual.requests!)),
    ...(expected.records ?? []).flatMap((records, n) => recordDifferences(records, actual.world!, ['records', n])),
  ]
}

function programDifferences(
  expected: Pick<RunExpect, 'exit' | 'signal' | 'stdout' | 'stderr'>,
  actual: ProgramOutcome,
): Difference[] {
  return [
    ...ending(expected, actual),
    ...streamDifferences(expected.stdout, actual.stdout, ['stdout']),
    ...streamDifferences(expected.stderr, actual.stderr, ['stderr']),
  ]
}

function ending({ exit, signal }: Pick<RunExpect, 'exit' | 'signal'>, actual: ProgramOutcome): Difference[] {
  if (signal !== undefined) return differences(signal, actual.signal, ['signal'])
  if (actual.signal !== null && exit === undefined)
    return [{ path: ['exit'], expected: '0', actual: `the signal ${actual.signal}` }]
  return differences(exit ?? 0, actual.exit, ['exit'])
}

/** A newline at the end counts neither here nor there. */
const bare = (text: string): string => text.replace(/\n$/, '')

function streamDifferences(expected: StreamExpect | undefined, actual: StreamOutcome, path: Path): Difference[] {
  if (expected === undefined) return []
  if (typeof expected === 'string') return differences(bare(expected), bare(actual.text), path)
  const { text, lines, json, contains, lacks, matches, empty } = expected
  return [
    ...(text === undefined
      ? []
      : differences(typeof text === 'string' ? bare(text) : text, bare(actual.text), [...path, 'text'])),
    ...(lines === undefined ? [] : differences(lines, actual.lines, [...path, 'lines'])),
    ...('json' in expected ? differences(json, actual.json, [...path, 'json']) : []),
    ...listed(contains).flatMap((part) => differences({ contains: part }, actual.text, path)),
    ...forbiddenTexts(lacks, actual.text, path),
    ...(matches === undefined ? [] : differences({ matches }, actual.text, path)),
    ...(empty === undefined || empty === (actual.text === '')
      ? []
      : [{ path, expected: empty ? 'nothing' : 'something', actual: formatJson(actual.text) }]),
  ]
}

type FileExpect = NonNullable<RunExpect['files']>[string]

function fileDifferences(expected: FileExpect, actual: FileOutcome | undefined, path: Path): Difference[] {
  if (expected === 'absent') return actual ? [{ path, expected: 'no such file', actual: 'a file' }] : []
  if (!actual) return [{ path, expected: 'a file', actual: 'none' }]
  const { lacks, ...rest } = expected
  return [...differences(rest, actual, path), ...forbiddenTexts(lacks, actual.text, path)]
}
