import { existsSync } from 'node:fs'
import { link, realpath, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDocument } from '../../emulator/engine/checking/document.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'
import { EmulatorError } from '../../emulator/engine/checking/emulator-error.ts'
import { sweep, type FileText } from '../../emulator/adapters/node/replace-file.ts'
import { readText } from '../../emulator/scenario/read-text.ts'
import { ClientError } from '../shared/client-error.ts'
import { STALE_MS, tryLock } from '../shared/file-lock.ts'
import { whyNot } from '../shared/machine-refusal.ts'
import { checkWritable, writeWhole } from '../shared/write-file.ts'

/** The file of `--state`, locked by this server. */
export interface StateFile {
  /** Reads the saved state; undefined if there is no file yet, or an empty one. */
  read(): Promise<unknown>
  /** Replaces the saved state. Throws `ClientError` if that fails, or if another server has taken the file. */
  write(text: FileText): Promise<void>
  release(): Promise<void>
}

/** About the maximum length of a string in V8. */
const MAX_STATE_BYTES = 512 * 1024 * 1024

/** Milliseconds between checks if the lock of another server is alive. */
const LOOK_MS = 100

/**
 * Locks the file for this server, before anything is served. Waits for the stale lock of a killed server, and takes it
 * over.
 *
 * @param note called with lines for the user
 *
 * @throws ClientError if the file cannot be written, or another server has it
 */
export async function openStateFile(
  file: string,
  note: (message: string) => void,
  patience = STALE_MS + 1_000,
): Promise<StateFile> {
  await checkWritable('--state', file)
  const target = await realpath(file).catch(() => file)
  await refuseMount(file, target)
  let lost = false
  const release = await lock(target, patience, note, () => {
    lost = true
  })
  await sweep(target, true)
  return {
    read: () => readState(file),
    async write(text) {
      if (lost)
        throw new ClientError(
          'INPUT_INVALID',
          `--state ${file} was taken by another server while this one stood still: it is not saved to any more`,
        )
      await writeWhole('--state', target, text, { alone: true, whole: true })
    },
    release,
  }
}

/** Refuses a file that cannot be replaced, so that a kill could leave half of it: no other name in its folder may be linked to it. */
async function refuseMount(file: string, target: string): Promise<void> {
  const probe = `${target}.${process.pid}-0.tmp`
  const code = await link(target, probe).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (code === undefined) await rm(probe, { force: true })
  if (code === 'EXDEV')
    throw new ClientError(
      'INPUT_INVALID',
      `--state ${file} is a mount of its own, which cannot be replaced, so that a kill would leave half of it: mount its folder`,
    )
}

async function lock(
  target: string,
  patience: number,
  onWait: (message: string) => void,
  lost: () => void,
): Promise<() => Promise<void>> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const release = await tryLock(target, lost).catch((error: unknown) => {
      throw new ClientError(
        'INPUT_INVALID',
        `--state ${target}: its lock ${target}.lock cannot be made (${whyNot(error)})`,
      )
    })
    if (release !== undefined) return release
    if (waited >= patience)
      throw new ClientError(
        'INPUT_INVALID',
        `--state ${target} is in use by another server (${target}.lock): give each server a file of its own`,
      )
    if (waited === 0)
      onWait(`--state ${target} is locked; waiting up to ${patience / 1_000} s, as its server may have been killed`)
    await sleep(LOOK_MS)
  }
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
