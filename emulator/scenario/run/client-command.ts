/** The command line of a client under test, which runs elsewhere than it was written. */
import { statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { splitWords } from './words.ts'

/**
 * Words of a command line that mean in any folder what they mean in `folder`: files of it are named by their full paths. A program is a
 * file only when its name has a slash, as in a shell; of the other words those are that name a file which is there.
 */
export function clientWords(line: string, folder: string): string[] {
  return anywhere(splitWords(line), folder)
}

/** Words of a command line in `folder`, with the files of it named from the folder of a scenario that is saved in `saved`. */
export function wordsForScenario(words: readonly string[], folder: string, saved: string): string[] {
  return anywhere(words, folder).map((word, n) =>
    word === words[n] ? word : `\${${SCENARIO_FOLDER}}/${relative(saved, word).replaceAll(sep, '/')}`,
  )
}

/** The variable of `run:` steps that holds the folder of their scenario. */
export const SCENARIO_FOLDER = 'scenario_folder'

function anywhere([program, ...rest]: readonly string[], folder: string): string[] {
  if (program === undefined) return []
  return [
    program.includes('/') ? resolve(folder, program) : program,
    ...rest.map((word) => (isFile(resolve(folder, word)) ? resolve(folder, word) : word)),
  ]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
