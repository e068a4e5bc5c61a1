import { findAlternative } from '../../engine/world/otherwise.ts'
import { ownCommand } from '../../scenario/own-command.ts'
import { quoted } from '../../scenario/run/words.ts'

/** The command line that repeats a variant, with the files that met it where these are few. */
export type FormatRerun = (outcome: { readonly id: string; readonly files?: readonly string[] }) => string

/** Formats the lines for a command, whose files may be named if it accepts names of files. */
export function rerunLine(program: readonly string[], all: readonly string[]): FormatRerun {
  return ({ id, files }) => {
    // A name after `run` selects a file; anywhere else it may be the value of a flag.
    const few = files !== undefined && files.length <= 3 && files.length < all.length && program.at(-1) === 'run'
    const flag = findAlternative(id) === undefined ? '--broken' : '--otherwise'
    return `${ownCommand} exec ${flag} ${id} -- ${[...program, ...(few ? files : [])].map(quoted).join(' ')}`
  }
}
