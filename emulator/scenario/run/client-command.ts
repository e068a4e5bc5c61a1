/** The command line of a client under test, which runs elsewhere than it was written. */
import { statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { splitWords } from './words.ts'

/**
 * Makes the words of a command line independent of the working folder, by full paths for files of `folder`. As in a
 * shell, a program is a file only if its name has a slash; any other word is a file if it exists.
 */
export function clientWords(line: string, folder: string): string[] {
  return anywhere(splitWords(line), folder)
}

/** Names the files of a command line in `folder` relative to `saved`, the folder of a scenario. Keeps absolute names. */
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
