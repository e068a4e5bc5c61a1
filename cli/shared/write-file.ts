import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import {
  findTarget,
  replaceFile,
  type FileText,
  type ReplaceOptions,
} from '../../emulator/adapters/node/replace-file.ts'
import { ClientError, unusable, usageError } from './client-error.ts'
import { whyNot } from './machine-refusal.ts'

interface WriteOptions extends ReplaceOptions {
  /** Leaves a file that cannot be replaced as it is, as it is a mount of its own. */
  readonly whole?: boolean
}

/**
 * Writes a file that the command line names, whole or not at all.
 *
 * @param flag the flag with the name of the file, such as `--state`; empty if there is none
 * @throws ClientError `INPUT_INVALID` with the reason
 */
export async function writeWhole(
  flag: string,
  file: string,
  text: FileText,
  { whole = false, ...options }: WriteOptions = {},
): Promise<void> {
  let written = 'the existing file is unchanged'
  const intoMount = (): void => {
    written = 'it is a mount of its own, and a part of it may have been written'
    options.intoMount?.()
  }
  try {
    await replaceFile(file, text, { ...options, ...(whole ? {} : { intoMount }) })
  } catch (error) {
    if (error instanceof ClientError || (error as NodeJS.ErrnoException).code === undefined) throw error
    const left = await stat(file).then(
      () => written,
      () => 'nothing was written',
    )
    throw new ClientError('INPUT_INVALID', `could not write ${named(flag, file)} (${whyNot(error)}); ${left}`)
  }
}

/**
 * Refuses, before the work begins, a file that could not be written when it is done.
 *
 * @throws ClientError `INPUT_INVALID` saying why
 */
export async function checkWritable(flag: string, file: string): Promise<void> {
  const folder = dirname(await findTarget(file).catch(() => file))
  const unwritable = (reason: string): ClientError => unusable(`${named(flag, file)}: ${reason}`)
  const above = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOENT', 'ENOTDIR'].includes(error.code ?? '')) return undefined
    throw unwritable(`the folder ${folder} cannot be looked at (${whyNot(error)})`)
  })
  if (above?.isDirectory() !== true) throw unwritable(`there is no folder ${folder}`)
  const there = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unwritable(`it cannot be written (${whyNot(error)})`)
  })
  if (there?.isDirectory()) throw unwritable('it is a folder, expected a file')
  // A device or a pipe is written to; everything else is replaced by a new file in its folder.
  const written = there !== undefined && !there.isFile() ? file : folder
  await access(written, constants.W_OK).catch(() => {
    throw unwritable(`${written === folder ? `the folder ${folder}` : 'it'} cannot be written to`)
  })
}

/**
 * Refuses, before the work begins, a folder that could not be made or written to when it is done.
 *
 * @throws ClientError `INPUT_INVALID` saying why
 */
export async function checkFolder(flag: string, folder: string): Promise<void> {
  const there = await nearestThere(resolve(folder))
  const isFolder = (await stat(there)).isDirectory()
  if (!isFolder) throw unusable(`${flag} ${folder}: ${there} is a file, expected a folder`)
  await access(there, constants.W_OK).catch(() => {
    throw unusable(`${flag} ${folder}: the folder ${there} cannot be written to`)
  })
}

/** Throws if a path is no readable folder. */
export async function requireFolder(flag: string, folder: string): Promise<void> {
  const there = await stat(folder).catch(() => undefined)
  if (there?.isDirectory() !== true)
    throw usageError(`${flag} ${folder}: ${there === undefined ? 'there is no such folder' : 'it is no folder'}`)
}

/** The path, or the last folder above it that is there. */
async function nearestThere(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOENT' || error.code === 'ENOTDIR' ? undefined : error,
  )
  return found === undefined && dirname(path) !== path ? nearestThere(dirname(path)) : path
}

function named(flag: string, file: string): string {
  return flag === '' ? file : `${flag} ${file}`
}
