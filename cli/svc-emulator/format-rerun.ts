import { ownCommand } from '../../emulator/scenario/own-command.ts'
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
  readonly program: readonly string[]
}

/** Most test files that a line names. */
const MOST_FILES = 3

/**
 * Command line that repeats one variant, in the same world: `explore --case ID`, `exec --broken ID`.
 *
 * @param files test files that show it
 */
export function formatRerun(
  command: 'explore' | 'exec',
  flag: 'case' | 'broken' | 'otherwise',
  id: string,
  { scenario, fixtures, seed, timeLimit, key, home, program }: RerunLine,
  files: readonly string[] = [],
): string {
  // A name after `run` selects a file; anywhere else it may be the value of a flag.
  const few = files.length <= MOST_FILES && program.at(-1) === 'run' ? files : []
  const flags = {
    [flag]: id,
    fixtures: fixtures?.join(','),
    seed: seed === undefined ? undefined : String(seed),
    ...(command === 'explore' && { 'time-limit': timeLimit === undefined ? undefined : durationText(timeLimit), home }),
    key,
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  const words = [command, ...(scenario === undefined ? [] : [scenario]), ...given, '--', ...program, ...few]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
