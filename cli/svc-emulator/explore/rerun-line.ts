import { ownCommand } from '../../../emulator/scenario/own-command.ts'
import { durationText } from '../../../emulator/scenario/record/duration-text.ts'
import { quoted } from '../../../emulator/scenario/run/words.ts'
import type { ExploreSettings } from './explore-flags.ts'

/** Command line that repeats one experiment, in the same world and with the same limits. */
export function rerunLine(
  id: string,
  { scenario, fixtures, seed, timeLimit, key, home, program }: ExploreSettings,
): string {
  const flags = {
    case: id,
    fixtures: fixtures?.join(','),
    seed: seed === undefined ? undefined : String(seed),
    'time-limit': timeLimit === undefined ? undefined : durationText(timeLimit),
    key,
    home,
  }
  const given = Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
  const words = ['explore', ...(scenario === undefined ? [] : [scenario]), ...given, '--', ...program]
  return `${ownCommand} ${words.map(quoted).join(' ')}`
}
