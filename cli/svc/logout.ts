import type { StoredProfiles } from '../credentials/profiles.ts'
import { namedProfile, profileNotFound } from '../credentials/resolve.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { ClientError, usageError } from '../shared/client-error.ts'
import { command, type Outcome } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { cite } from '../shared/cite.ts'

/** `svc logout`: removes one profile or all of them. No network call: the key itself stays valid at the service. */
export const logout = command({
  path: ['logout'],
  about: 'Remove stored profiles.',
  flags: {
    profile: { about: 'Profile to remove (SVC_PROFILE, else the default profile)', value: 'name' },
    all: { about: 'Remove every profile, the one of the worker too' },
  },
  examples: [
    ['svc logout', 'Remove the default profile'],
    ['svc logout --profile ci', 'Remove one profile by name'],
    ['svc logout --all', 'Remove everything that is stored'],
  ],
  notes: 'Nothing picks a new default: choose one with `svc profile use <name>`.',
  async run({ flags }, io): Promise<Outcome> {
    if (flags.all && flags.profile !== undefined) throw usageError('Only one of --profile and --all may be given')
    const removed = flags.all ? await removeAll(io) : [await removeOne(namedProfile(flags.profile, io.env), io)]
    cite('client.logout.prints-removed', 'client.logout.json-removed', 'client.logout.json-removed-empty')
    return { lines: removed.map((name) => `Removed profile '${name}'`), payload: { removed } }
  },
})

async function removeAll(io: Io): Promise<readonly string[]> {
  cite('client.logout.all-without-file')
  if ((await readStore(io)) === undefined) return []
  return changeStore(io, (store) => {
    cite('client.logout.all-removes-every-profile', 'client.logout.all-clears-default')
    for (const name of store.profiles.keys()) store.remove(name)
    store.setDefault(null)
    return [...store.profiles.keys()]
  })
}

async function removeOne(wanted: string | undefined, io: Io): Promise<string> {
  const nameIn = (store: StoredProfiles | undefined): string => storedName(wanted, store)
  nameIn(await readStore(io))
  return changeStore(io, (store) => {
    cite('client.logout.removes-named-profile', 'client.logout.removes-default-profile', 'client.logout.default-not-repicked')
    const name = nameIn(store)
    store.remove(name)
    if (store.defaultName === name) store.setDefault(null)
    return name
  })
}

function storedName(wanted: string | undefined, store: StoredProfiles | undefined): string {
  cite('client.logout.no-default', 'client.logout.unknown-profile')
  const name = wanted ?? store?.defaultName ?? null
  if (name === null) throw new ClientError('PROFILE_NOT_FOUND', 'there is no default profile to remove; name one with --profile')
  if (store?.profiles.has(name) !== true) throw profileNotFound(name, store?.profiles.keys() ?? [])
  return name
}
