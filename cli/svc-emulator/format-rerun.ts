import { ownCommand } from '../../emulator/engine/checking/own-command.ts'
import { durationText } from '../../emulator/scenario/record/duration-text.ts'
import { quoted } from '../../emulator/scenario/run/words.ts'

/** The world and the limits of a command line. */
interface RerunLine {
  readonly scenario?: string | undefined
  readonly fixtures?: readonly string[] | undefined
  readonly seed?: number | undefined
  readonly timeLimit?: number | undefined
  readonly key?: string | undefined
  readonly home?: string | undefined
  /** Commands that run at the same time. */
  readonly beside?: readonly string[] | undefined
  readonly program: readonly string[]
}

/** Most test files that a line names. */
const MOST_FILES = 3

/**
 * Command line that repeats one variant, in the same world: `explore --case ID`, `exec --broken ID`.
 *
 * @param own flags that choose the variant
 * @param files test files that show it
 */
export function formatRerun(
  command: 'explore' | 'exec',
  own: Readonly<Record<string, string | number | true | undefined>>,
  { scenario, fixtures, seed, timeLimit, key, home, beside = [], program }: RerunLine,
  files: readonly string[] = [],
): string {
  // A name after `run` selects a file; anywhere else it may be the value of a flag.
  const few = files.length <= MOST_FILES && program.at(-1) === 'run' ? files : []
  const flags: typeof own = {
    ...own,
    fixtures: fixtures?.join(','),
    seed,
    ...(command === 'explore' && { 'time-limit': timeLimit === undefined ? undefined : durationText(timeLimit), home }),
    key,
  }
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, ...(value === true ? [] : [String(value)])],
  )
  const others = beside.flatMap((each) => ['--beside', each])
  const words = [command, ...(scenario === undefined ? [] : [scenario]), ...given, ...others, '--', ...program, ...few]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
