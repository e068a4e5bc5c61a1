import type { StoredProfiles } from '../credentials/profiles.ts'
import { namedProfile, nameSource, profileNotFound } from '../credentials/resolve.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { ClientError } from '../shared/client-error.ts'
import { command, type CommandOutcome } from '../shared/command.ts'
import type { Io } from '../shared/io.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'

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
  notes: `No new default is chosen: choose one with \`${ownProgram('svc')} profile use <name>\`.`,
  async run({ flags }, io): Promise<CommandOutcome> {
    if (flags.all) namedProfile(flags.profile, io.env)
    const removed = flags.all ? await removeAll(io) : [await removeOne(flags.profile, io)]
    return {
      lines: removed.map((name) => `Removed profile '${name}'`),
      payload: { removed },
    }
  },
})

async function removeAll(io: Io): Promise<readonly string[]> {
  if ((await readStore(io)) === undefined) return []
  return changeStore(io, (store) => {
    for (const name of store.profiles.keys()) store.remove(name)
    store.setDefault(null)
    return [...store.profiles.keys()]
  })
}

async function removeOne(flag: string | undefined, io: Io): Promise<string> {
  const wanted = namedProfile(flag, io.env)
  const nameIn = (store: StoredProfiles | undefined): string => storedName(wanted, store, nameSource(flag, io.env))
  nameIn(await readStore(io))
  return changeStore(io, (store) => {
    const name = nameIn(store)
    store.remove(name)
    if (store.defaultName === name) store.setDefault(null)
    return name
  })
}

function storedName(wanted: string | undefined, store: StoredProfiles | undefined, source?: string): string {
  const name = wanted ?? store?.defaultName ?? null
  if (name === null)
    throw new ClientError('PROFILE_NOT_FOUND', 'there is no default profile to remove; name one with --profile')
  if (store?.profiles.has(name) !== true) throw profileNotFound(name, store?.profiles.keys() ?? [], source)
  return name
}
