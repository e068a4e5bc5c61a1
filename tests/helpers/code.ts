import { readFileSync } from 'node:fs'
import { sourceFiles } from './source-files.ts'

/** Text of a source file without its comments. */
export function readCode(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

/** Source files below some folders of the checkout whose code matches, without samples, in order. */
export function filesWith(pattern: RegExp, ...folders: readonly string[]): string[] {
  return folders
    .flatMap(sourceFiles)
    .filter((file) => !file.includes('/sample/') && pattern.test(readCode(file)))
    .toSorted()
}
