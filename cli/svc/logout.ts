import type { StoredProfiles } from '../credentials/profiles.ts'
import { namedProfile, nameSource, profileNotFound } from '../credentials/resolve.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { ClientError } from '../shared/client-error.ts'
import { command, type Outcome } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { cite, citing } from '../shared/cite.ts'

/** `svc logout`: removes one profile or all of them. No network call: the key itself stays valid at the service. */
export const logout = command({
  path: ['logout'],
  about: 'Remove stored profiles.',
  flags: {
    profile: { about: 'Profile to remove (SVC_PROFILE, else the default profile)', value: 'name', offers: true },
    all: { about: 'Remove every profile, including the profile that the worker uses' },
  },
  examples: [
    ['svc logout', 'Remove the default profile'],
    ['svc logout --profile ci', 'Remove one profile by name'],
    ['svc logout --all', 'Remove everything that is stored'],
  ],
  notes: 'No new default is chosen: choose one with `svc profile use <name>`.',
  failures: {
    'PROFILE_NOT_FOUND:no-default': ['client.logout.no-default'],
    'PROFILE_NOT_FOUND:undefined': ['client.logout.unknown-profile'],
    'INSECURE_CREDENTIALS_PERMISSIONS:mode': ['client.logout.insecure-file'],
    'CREDENTIALS_NOT_FOUND:yaml': ['client.logout.malformed-file'],
    'CREDENTIALS_NOT_FOUND:malformed': ['client.logout.malformed-file'],
  },
  async run({ flags }, io): Promise<Outcome> {
    const removed = flags.all ? await removeAll(io) : [await removeOne(flags.profile, io)]
    return {
      lines: removed.map((name) => `Removed profile '${name}'`),
      payload: { removed },
      shows:
        removed.length === 0
          ? { json: ['client.logout.json-removed-empty'] }
          : { lines: ['client.logout.prints-removed'], json: ['client.logout.json-removed'] },
    }
  },
})

async function removeAll(io: Io): Promise<readonly string[]> {
  if ((await readStore(io)) === undefined) {
    cite('client.logout.all-without-file')
    return []
  }
  const { names, hadDefault } = await changeStore(io, (store) => {
    for (const name of store.profiles.keys()) store.remove(name)
    store.setDefault(null)
    return { names: [...store.profiles.keys()], hadDefault: store.defaultName !== null }
  })
  if (!citing()) return names
  const left = await readStore(io)
  if (names.length > 0 && left?.profiles.size === 0) cite('client.logout.all-removes-every-profile')
  if (hadDefault && left?.defaultName === null) cite('client.logout.all-clears-default')
  return names
}

async function removeOne(flag: string | undefined, io: Io): Promise<string> {
  const wanted = namedProfile(flag, io.env)
  const nameIn = (store: StoredProfiles | undefined): string => storedName(wanted, store, nameSource(flag, io.env))
  nameIn(await readStore(io))
  const { name, wasDefault } = await changeStore(io, (store) => {
    const removing = nameIn(store)
    store.remove(removing)
    if (store.defaultName === removing) store.setDefault(null)
    return { name: removing, wasDefault: store.defaultName === removing }
  })
  if (!citing()) return name
  const left = await readStore(io)
  if (left?.profiles.has(name) === false)
    cite(wanted === undefined ? 'client.logout.removes-default-profile' : 'client.logout.removes-named-profile')
  if (wasDefault && left?.defaultName === null && left.profiles.size > 0) cite('client.logout.default-not-repicked')
  return name
}

function storedName(wanted: string | undefined, store: StoredProfiles | undefined, source?: string): string {
  const name = wanted ?? store?.defaultName ?? null
  if (name === null)
    throw new ClientError(
      'PROFILE_NOT_FOUND',
      'there is no default profile to remove; name one with --profile',
      'no-default',
    )
  if (store?.profiles.has(name) !== true) throw profileNotFound(name, store?.profiles.keys() ?? [], source)
  return name
}
