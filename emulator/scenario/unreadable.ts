import { shortened } from '../contract/shortened.ts'
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { nearest } from '../engine/checking/near-miss.ts'

/** Characters of a name that a message shows. */
const MAX_SHOWN = 120

/** The reason why a file cannot be read, with the file beside it that was probably meant. */
export function unreadable(file: string, error: NodeJS.ErrnoException): string {
  const name = shortened(file, MAX_SHOWN)
  switch (error.code) {
    case 'EISDIR':
      return `${name} is a directory, expected a YAML or JSON file${suchAs(file)}`
    case 'ELOOP':
      return `${name} cannot be read: its symbolic links lead in a circle`
    case 'ENAMETOOLONG':
      return `${name} cannot be read: the name has ${file.length} characters, which is too long`
    case 'ENXIO':
      return `${name} is a socket, expected a YAML or JSON file`
    case 'EACCES':
      return `${name} cannot be read: permission denied`
    case 'ENOENT':
      return `there is no file ${name}${meantBy(file) || searchedPlace(file)}`
    default:
      return `${name} cannot be read: ${error.message}`
  }
}

/** A file of a directory that was given in its place. */
export function suchAs(directory: string): string {
  const found = readdirSync(directory).find((name) => /\.(?:ya?ml|json)$/i.test(name))
  return found === undefined ? '' : `, such as ${join(directory, found)}`
}

/** Where a relative path was looked for. */
function searchedPlace(file: string): string {
  return isAbsolute(file) ? '' : `, looked for ${resolve(file)}`
}

function meantBy(file: string): string {
  // Windows separates paths by backslashes; on other systems a backslash is an ordinary character.
  const slashed = file.replaceAll('\\', '/')
  if (slashed !== file && existsSync(slashed)) return `, did you mean '${slashed}'?`
  const directory = dirname(file)
  const neighbours = existsSync(directory) ? readdirSync(directory) : []
  const meant = nearest(basename(file), neighbours)
  return meant === undefined ? '' : `, did you mean '${join(directory, meant)}'?`
}
