import * as v from 'valibot'
import { type ContractStamp, contractStamp } from '../../contract/stamp.ts'
import { stampSchema } from '../../engine/checking/contract-stamp.ts'
import { countValues } from '../../engine/checking/counts.ts'
import { dictionary } from '../../engine/checking/dictionary.ts'
import { readWritten } from '../../engine/checking/written-json.ts'
import type { Remembered } from '../engine/memory.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** A command line, and the world of its server. */
export interface LeanCommand {
  readonly program: readonly string[]
  readonly scenario?: string | undefined
  readonly fixtures?: readonly string[] | undefined
}

/** File about the statements that one consumer of the service leans on. Lists are sorted, and equal for every seed. */
export interface LeanFile {
  readonly leans: 1
  readonly contract: ContractStamp
  /** Command line, or name of the function. */
  readonly subject: string
  /** Undefined for a function. */
  readonly command?: LeanCommand | undefined
  /** Clauses and assumptions: those that an answer of the run rested on, and all. */
  readonly statements: { readonly met: number; readonly of: number }
  /** Endpoints and commands that it calls; undefined where that is not known. */
  readonly calls?: readonly string[] | undefined
  /** Ids of mutants and alternatives that were noticed, by test; of a client by `fails` and `another result`. */
  readonly leansOn: Readonly<Record<string, readonly string[]>>
  /** A change is listed for this many tests at most; undefined: for all that notice it. */
  readonly testsPerChange?: number | undefined
  /** They changed an answer, and nothing noticed it. */
  readonly unnoticed: readonly string[]
  /** They changed no answer of the run. */
  readonly unshown: readonly string[]
  /** They were not tried for lack of time. */
  readonly notAsked: readonly string[]
  /** Statements that were met, and that nothing can change. */
  readonly notAskable: readonly string[]
}

/** Bytes of a file, unless a consumer leans on most of the contract. */
const MAX_BYTES = 20_000
/** Numbers of tests that may be listed for one change, until the file is small enough. */
const FEWER_TESTS = [8, 4, 2, 1] as const

/** Result of a change that was tried. */
export interface TriedChange extends Remembered {
  readonly id: string
  /** Tests that notice it, or one word for a client; empty where nothing does. */
  readonly noticedBy: readonly string[]
  readonly isShown: boolean
}

type LeanFacts = Pick<LeanFile, 'subject' | 'command' | 'statements' | 'calls' | 'notAsked' | 'notAskable'>

/** Makes the file. Of a change that many tests notice, it lists those that notice the fewest changes, if it must be shorter. */
export function makeLeanFile(
  { subject, command, statements, calls, ...lists }: LeanFacts,
  asked: readonly TriedChange[],
): LeanFile {
  const noticed = asked.filter(({ noticedBy }) => noticedBy.length > 0)
  const others = asked.filter(({ noticedBy }) => noticedBy.length === 0)
  const ids = (all: readonly TriedChange[]): string[] => all.map(({ id }) => id).toSorted()
  const make = (most?: number): LeanFile => ({
    leans: 1,
    contract: contractStamp(),
    subject,
    ...(command !== undefined && { command }),
    statements,
    ...(calls !== undefined && { calls: calls.toSorted() }),
    leansOn: groupByTest(noticed, most),
    ...(most !== undefined && { testsPerChange: most }),
    unnoticed: ids(others.filter(({ isShown }) => isShown)),
    unshown: ids(others.filter(({ isShown }) => !isShown)),
    notAsked: lists.notAsked.toSorted(),
    notAskable: lists.notAskable.toSorted(),
  })
  const whole = make()
  if (isSmall(whole)) return whole
  return make(FEWER_TESTS.find((most) => isSmall(make(most))) ?? 1)
}

function groupByTest(noticed: readonly TriedChange[], most = Infinity): Record<string, string[]> {
  const counts = countValues(noticed.flatMap(({ noticedBy }) => noticedBy))
  const specific = (a: string, b: string): number => counts.get(a)! - counts.get(b)! || (a < b ? -1 : 1)
  const found = noticed.flatMap(({ id, noticedBy }) =>
    noticedBy
      .toSorted(specific)
      .slice(0, most)
      .map((test) => [test, id] as const),
  )
  const tests = [...new Set(found.map(([test]) => test))].toSorted()
  return Object.fromEntries(
    tests.map((test) => [test, found.flatMap(([each, id]) => (each === test ? [id] : [])).toSorted()]),
  )
}

const isSmall = (file: LeanFile): boolean => new TextEncoder().encode(formatLeanFile(file)).length < MAX_BYTES

export function formatLeanFile(file: LeanFile): string {
  return `${JSON.stringify(file, null, 2)}\n`
}

const words = v.array(v.string())
const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const schema = v.looseObject({
  leans: v.literal(1, 'expected `leans: 1`'),
  contract: stampSchema,
  subject: v.string(),
  command: v.optional(
    v.looseObject({
      program: v.pipe(words, v.minLength(1)),
      scenario: v.optional(v.string()),
      fixtures: v.optional(words),
    }),
  ),
  statements: v.looseObject({ met: count, of: count }),
  calls: v.optional(words),
  leansOn: dictionary(v.string(), words),
  testsPerChange: v.optional(count),
  unnoticed: words,
  unshown: words,
  notAsked: words,
  notAskable: words,
})

/** Reads the text of a file. Throws `EmulatorError` with the name of the file for what `leans` did not write. */
export function parseLeanFile(text: string, name: string): LeanFile {
  return readWritten(schema, text, name, `a file of \`${ownCommand} leans\``)
}
