import { ownCommand } from '../../emulator/scenario/own-command.ts'
import { durationText } from '../../emulator/scenario/record/duration-text.ts'
import { quoted } from '../../emulator/scenario/run/words.ts'

/** The world and the limits of a command line. */
interface Line {
  readonly scenario: string | undefined
  readonly fixtures: readonly string[] | undefined
  readonly seed: number | undefined
  readonly timeLimit?: number | undefined
  readonly key: string | undefined
  readonly home?: string | undefined
  readonly program: readonly string[]
}

/** Command line that repeats one variant, in the same world: `explore --case ID`, `exec --broken ID`. */
export function formatRerun(
  command: 'explore' | 'exec',
  flag: 'case' | 'broken' | 'otherwise',
  id: string,
  { scenario, fixtures, seed, timeLimit, key, home, program }: Line,
): string {
  const flags = {
    [flag]: id,
    fixtures: fixtures?.join(','),
    seed: seed === undefined ? undefined : String(seed),
    ...(command === 'explore' && { 'time-limit': timeLimit === undefined ? undefined : durationText(timeLimit), home }),
    key,
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  const words = [command, ...(scenario === undefined ? [] : [scenario]), ...given, '--', ...program]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
