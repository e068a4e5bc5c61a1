import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { readText } from '../../emulator/scenario/read-text.ts'
import { type CheckedFile, currentStamp } from '../credentials/checked-read.ts'
import { credentialLocation } from '../credentials/location.ts'
import { rewriteFile } from '../credentials/rewrite-file.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'
import { isObject } from '../../emulator/engine/checking/is-object.ts'

export interface Pin {
  readonly profile: string
  readonly userId: string
}

/**
 * Remembers which user a profile was when the worker first started with it, and refuses another one. `profile` and `user_id` of
 * `~/.svc/worker.yaml` are those of the last start; `pins` holds one user for each profile ever started.
 *
 * @throws ClientError `USER_IDENTITY_MISMATCH`, `WORKER_PIN_INVALID`, and what `rewriteFile` throws
 */
export async function checkPin(io: Io, { profile, userId, repin }: Pin & { readonly repin: boolean }): Promise<void> {
  const file = join(credentialLocation(io.env).directory, 'worker.yaml')
  const check = (text: string | undefined): Pins => {
    const pins = parsePins(file, text)
    const pinned = pins.get(profile)
    if (pinned === undefined || pinned === userId || repin) return pins
    throw new ClientError(
      'USER_IDENTITY_MISMATCH',
      `profile '${profile}' was user ${pinned} at its first start and is user ${userId} now; start with --repin if that is right`,
    )
  }
  const known = [...check(read(file)?.text)].at(-1)
  if (known?.[0] === profile && known[1] === userId) return
  await rewriteFile(file, {
    read: () => read(file),
    change: (text) => ({ result: undefined, text: stringify(pinnedLast(check(text), profile, userId)) }),
  })
}

/** The user id of each profile, the profile of the last start at the end. */
type Pins = ReadonlyMap<string, string>

function pinnedLast(pins: Pins, profile: string, userId: string): unknown {
  const others = [...pins].filter(([name]) => name !== profile)
  return { profile, user_id: userId, pins: new Map([...others, [profile, userId]]) }
}

function parsePins(file: string, text: string | undefined): Pins {
  if (text === undefined) return new Map()
  const pins = pinsIn(text)
  if (pins !== undefined) return pins
  throw new ClientError(
    'WORKER_PIN_INVALID',
    `${file} must hold profile, user_id and (optionally) pins, a map of strings; repair it, or remove it to pin anew`,
  )
}

function pinsIn(text: string): Pins | undefined {
  const value = parseQuietly(text)
  if (!isObject(value)) return undefined
  const { profile, user_id: userId, pins = {} } = value
  if (typeof profile !== 'string' || typeof userId !== 'string' || !isObject(pins)) return undefined
  const others = Object.entries(pins).filter(([name]) => name !== profile)
  return others.every((pin): pin is [string, string] => typeof pin[1] === 'string')
    ? new Map([...others, [profile, userId]])
    : undefined
}

/** Every scalar as the text it is: a profile may be called 123. */
function parseQuietly(text: string): unknown {
  try {
    return parse(text, { prettyErrors: false, logLevel: 'silent', schema: 'failsafe' })
  } catch {
    return undefined
  }
}

const largest = 1024 * 1024

function read(file: string): CheckedFile | undefined {
  const stamp = currentStamp(file)
  if (stamp === '') return undefined
  try {
    return { text: readText(file, largest), stamp }
  } catch (error) {
    throw new ClientError('WORKER_PIN_INVALID', (error as Error).message)
  }
}
