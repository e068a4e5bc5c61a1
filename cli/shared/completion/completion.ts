import type { Program } from '../command.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { completable } from './model.ts'
import type { Shell } from './shells.ts'
import { zshCompletion } from './zsh.ts'

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** The script that teaches a shell the commands and flags of these programs. */
export function completionScript(shell: Shell, programs: readonly Program[]): string {
  return writers[shell](programs.map(completable))
}
