import { join } from 'node:path'
import { isMap, type Node, type Pair, YAMLMap } from 'yaml'
import { readText } from '../../emulator/scenario/read-text.ts'
import { type CheckedFile, currentStamp } from '../credentials/checked-read.ts'
import { credentialLocation } from '../credentials/location.ts'
import { rewriteFile } from '../credentials/rewrite-file.ts'
import {
  brokenAlias,
  entry,
  keyText,
  parseYaml,
  plainText,
  quoteText,
  setEntry,
  textNode,
  writeYaml,
} from '../credentials/yaml-text.ts'
import { ClientError } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'

interface Pin {
  readonly profile: string
  readonly userId: string
}

/**
 * Keeps the user of each profile from the worker's first start with it, and refuses another one. In
 * `~/.svc/worker.yaml`, `profile` and `user_id` are of the last start; `pins` has the user of each profile ever
 * started.
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
    change: (text) => ({ result: undefined, text: withPin(text ?? '', check(text), { profile, userId }) }),
  }).catch((error: unknown) => {
    throw error instanceof ClientError && error.code === 'CREDENTIALS_NOT_WRITTEN' ? withoutPins(error) : error
  })
}

function withoutPins({ code, message }: ClientError): ClientError {
  const why = 'the worker remembers there which user a profile is: make its folder writable'
  return new ClientError(code, `${message}; ${why}, or set SVC_API_KEY, which needs no profile`)
}

/** The user id of each profile, the profile of the last start at the end. */
type Pins = ReadonlyMap<string, string>

/** The text of the file with this pin as that of the last start. Entries that are not the worker's stay. */
function withPin(text: string, pins: Pins, { profile, userId }: Pin): string {
  const document = parseYaml(text)
  const root = isMap(document.contents) ? document.contents : new YAMLMap()
  document.contents = root
  const found = entry(root, 'pins')
  const map = isMap(found) ? found : new YAMLMap()
  for (const [name, user] of new Map([...pins, [profile, userId]])) setEntry(map, name, textNode(user))
  for (const { key } of map.items) quoteText(key as Node)
  setEntry(root, 'profile', textNode(profile))
  setEntry(root, 'user_id', textNode(userId))
  setEntry(root, 'pins', map)
  return writeYaml(document)
}

function parsePins(file: string, text: string | undefined): Pins {
  const pins = text === undefined ? new Map<string, string>() : pinsIn(text)
  if (pins !== undefined) return pins
  throw new ClientError(
    'WORKER_PIN_INVALID',
    `${file} must hold profile, user_id and (optionally) pins, a map of strings; repair it, or remove it to pin anew`,
  )
}

function pinsIn(text: string): Pins | undefined {
  const document = parseYaml(text)
  const root = document.contents
  if (document.errors.length > 0 || !isMap(root)) return undefined
  const map = entry(root, 'pins')
  if (brokenAlias(document, [entry(root, 'profile'), entry(root, 'user_id'), map]) !== undefined) return undefined
  const pins = new Map<string, string>()
  if (map !== undefined && !isMap(map)) return undefined
  for (const { key, value } of (map?.items ?? []) as Pair<Node, Node | null>[]) {
    const user = plainText(value)
    if (user === undefined) return undefined
    pins.set(keyText(key), user)
  }
  const [profile, userId] = [plainText(entry(root, 'profile')), plainText(entry(root, 'user_id'))]
  if (profile === undefined || userId === undefined) return undefined
  pins.delete(profile)
  return pins.set(profile, userId)
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
