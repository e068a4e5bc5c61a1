import { quoted } from '../../scenario/run/words.ts'
import { variantVariables } from './variant-variables.ts'
import type { Way } from './way.ts'

/** The line that runs a mutant again: with the files that met it, where there are few and the command takes names of files. */
export function rerunLine(program: readonly string[], all: readonly string[]): Way['formatRerun'] {
  return ({ id, files }) => {
    // Names after `run` choose files; elsewhere they may be the values of flags.
    const few = files !== undefined && files.length <= 3 && files.length < all.length && program.at(-1) === 'run'
    const [[name, value] = []] = Object.entries(variantVariables([id]))
    return `${name}=${value} ${[...program, ...(few ? files : [])].map(quoted).join(' ')}`
  }
}
