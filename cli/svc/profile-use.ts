import type { StoredProfiles } from '../credentials/profiles.ts'
import { profileNotFound } from '../credentials/resolve.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { command, type Outcome } from '../shared/command.ts'
import { cite, citing } from '../shared/cite.ts'

/** `svc profile use <name>`: makes a stored profile the default, for the worker too. */
export const profileUse = command({
  path: ['profile', 'use'],
  about: 'Make a stored profile the default.',
  flags: {},
  positionals: [{ name: 'name', about: 'Name of a stored profile', offers: true }],
  examples: [['svc profile use ci', 'Use the profile "ci" from now on']],
  notes: 'A bare `svc-worker start` uses the default profile too.',
  failures: {
    PROFILE_NOT_FOUND: ['client.profile-use.unknown-profile'],
    'USAGE_ERROR:missing-argument': ['client.profile-use.name-required'],
    'INSECURE_CREDENTIALS_PERMISSIONS:mode': ['client.profile-use.insecure-file'],
    'CREDENTIALS_NOT_FOUND:yaml': ['client.profile-use.malformed-file'],
    'CREDENTIALS_NOT_FOUND:malformed': ['client.profile-use.malformed-file'],
  },
  async run({ positionals: [name = ''] }, io): Promise<Outcome> {
    const requireStored = (store: StoredProfiles | undefined): void => {
      if (store?.profiles.has(name) !== true) throw profileNotFound(name, store?.profiles.keys() ?? [])
    }
    requireStored(await readStore(io))
    const before = await changeStore(io, (store) => {
      requireStored(store)
      store.setDefault(name)
      return { defaultName: store.defaultName, count: store.profiles.size }
    })
    if (citing()) markUse(name, before, await readStore(io))
    return {
      lines: [`Default profile set to '${name}'`],
      payload: { default: name },
      shows: { lines: ['client.profile-use.prints'], json: ['client.profile-use.json-default'] },
    }
  },
})

function markUse(
  name: string,
  before: { readonly defaultName: string | null; readonly count: number },
  after: StoredProfiles | undefined,
): void {
  if (after?.defaultName === name && before.defaultName !== name) cite('client.profile-use.sets-default')
  if (after?.profiles.size === before.count) cite('client.profile-use.stores-nothing-new')
  if (before.defaultName === null && after?.defaultName === name) cite('client.logout.profile-use-restores-default')
}
