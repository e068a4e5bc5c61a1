import { createHash, type Hash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseDocument } from '../../emulator/engine/checking/document.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { findTarget, sweep, type FileText } from '../../emulator/adapters/node/replace-file.ts'
import { MAX_STATE_BYTES } from '../../emulator/host/kept/server-saving.ts'
import { readBytes, readText } from '../../emulator/scenario/read-text.ts'
import { ClientError, unusable } from '../shared/client-error.ts'
import { whyNot } from '../shared/machine-refusal.ts'
import { checkWritable, writeWhole } from '../shared/write-file.ts'
import { StateLock } from './state-lock.ts'

/** The file of `--state`, locked by this server. */
export interface StateFile {
  /** Reads the saved state; undefined if there is no file yet, or an empty one. */
  read(): Promise<unknown>
  /** False if somebody has deleted or changed the file since it was read or written. */
  isCurrent(): boolean
  /** Replaces the saved state. Throws `ClientError` if that fails, or if the file is not what this server wrote last. */
  write(text: FileText): Promise<void>
  release(): Promise<void>
}

/**
 * Locks the file for this server, before anything is served.
 *
 * @throws ClientError if the file cannot be written, or another server has it
 */
export async function openStateFile(file: string, maxBytes = MAX_STATE_BYTES): Promise<StateFile> {
  await checkWritable('--state', file)
  const target = await findTarget(file)
  await refuseMount(file, target)
  const lock = new StateLock(target)
  await takeLock(file, lock)
  await sweep(target, true)
  let last: FileLook = { stat: undefined, digest: undefined }
  return {
    async read() {
      const state = await readState(file)
      last = lookAt(target)
      return state
    },
    isCurrent: () => last.stat !== undefined && statText(target) === last.stat,
    async write(text) {
      await checkWritable('--state', target)
      await takeLock(file, lock)
      refuseOthers(file, target, last)
      const hash = createHash('sha256')
      let stat: string | undefined
      const check = (replacement: string): void => {
        refuseOthers(file, target, last)
        // Read before the rename: afterwards another program may have written the file.
        stat = statText(replacement)
      }
      await writeWhole('--state', target, hashed(text, hash, maxBytes), { alone: true, whole: true, check })
      last = { stat, digest: hash.digest('hex') }
    },
    release: () => lock.release(),
  }
}

/** Takes the lock, or what somebody has removed of it. */
async function takeLock(file: string, lock: StateLock): Promise<void> {
  const holder = await lock.take()
  if (holder === undefined) return
  throw unusable(`--state ${file} is in use by another server, ${holder}: give each server a file of its own`)
}

/** Content of a file: by what is quick to compare, and by its digest. Both are undefined where there is no file. */
interface FileLook {
  readonly stat: string | undefined
  readonly digest: string | undefined
}

function lookAt(target: string): FileLook {
  const stat = statText(target)
  if (stat === undefined) return { stat, digest: undefined }
  return { stat, digest: createHash('sha256').update(readBytes(target, MAX_STATE_BYTES)).digest('hex') }
}

function statText(target: string): string | undefined {
  const stats = statSync(target, { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`
}

/** Refuses to replace a file that is not what this server read or wrote last. A deleted one is written again. */
function refuseOthers(file: string, target: string, last: FileLook): void {
  const stat = statText(target)
  if (stat === undefined || stat === last.stat || lookAt(target).digest === last.digest) return
  throw new ClientError(
    'INPUT_INVALID',
    `--state ${file} was changed by somebody else, and is not written over: move it away, and the state is saved again`,
  )
}

/** Refuses a text that could not be read again: work that falls due by itself may have made it. */
function* hashed(text: FileText, hash: Hash, maxBytes: number): Generator<string> {
  let bytes = 0
  for (const piece of typeof text === 'string' ? [text] : text) {
    bytes += Buffer.byteLength(piece)
    if (bytes > maxBytes)
      throw new ClientError(
        'INPUT_INVALID',
        `the state is larger than the ${maxBytes.toLocaleString('en')} bytes that can be read again: delete something`,
      )
    hash.update(piece)
    yield piece
  }
}

/**
 * Refuses a folder in which no file can be made, and a file that cannot be replaced, so that a kill could leave half of
 * it: no other name in its folder may be linked to it.
 */
async function refuseMount(file: string, target: string): Promise<void> {
  const probe = `${target}.${process.pid}-0.tmp`
  const made = existsSync(target) ? link(target, probe) : writeFile(probe, '')
  const error = await made.then(
    () => undefined,
    (refused: NodeJS.ErrnoException) => refused,
  )
  if (error === undefined) return rm(probe, { force: true })
  if (error.code === 'EXDEV')
    throw unusable(
      `--state ${file} is a mount of its own, which cannot be replaced, so that a kill would leave half of it: mount its folder`,
    )
  if (!existsSync(target))
    throw unusable(`--state ${file}: the folder ${dirname(target)} cannot be written to (${whyNot(error)})`)
}

async function readState(file: string): Promise<unknown> {
  if (!existsSync(file)) return undefined
  const text = readText(file, MAX_STATE_BYTES)
  // Made by `touch` to be mounted into a container.
  if (text.trim() === '') return undefined
  const document = await parseDocument(text, { file, format: 'json', maxDepth: Infinity })
  if (document.problems.length > 0) throw new EmulatorError(document.problems)
  const { value } = document
  if (isObject(value) && 'svc_emulator_state' in value) return value
  throw new EmulatorError(`--state ${file} is not a state: expected what --state or GET /__emulator/export writes`)
}
