import { quoted } from '../../scenario/run/words.ts'
import { variantVariables } from './variant-variables.ts'
import type { Way } from './way.ts'

/**
 * The command line that repeats a mutant, with the files that met it if these are few and the command accepts names of
 * files.
 */
export function rerunLine(program: readonly string[], all: readonly string[]): Way['formatRerun'] {
  return ({ id, files }) => {
    // A name after `run` selects a file; anywhere else it may be the value of a flag.
    const few = files !== undefined && files.length <= 3 && files.length < all.length && program.at(-1) === 'run'
    const [[name, value] = []] = Object.entries(variantVariables([id]))
    return `${name}=${value} ${[...program, ...(few ? files : [])].map(quoted).join(' ')}`
  }
}
