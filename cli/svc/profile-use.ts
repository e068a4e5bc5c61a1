import type { StoredProfiles } from '../credentials/profiles.ts'
import { ownProgram } from '../../emulator/engine/checking/own-command.ts'
import { profileNotFound } from '../credentials/resolve.ts'
import { changeStore, readStore } from '../credentials/store.ts'
import { command, type CommandOutcome } from '../shared/command.ts'

/** `svc profile use <name>`: makes a stored profile the default, for the worker too. */
export const profileUse = command({
  path: ['profile', 'use'],
  about: 'Make a stored profile the default.',
  flags: {},
  positionals: [{ name: 'name', about: 'Name of a stored profile', offers: true }],
  examples: [['svc profile use ci', 'Use the profile "ci" from now on']],
  notes: `A bare \`${ownProgram('svc-worker')} start\` uses the default profile too.`,
  async run({ positionals: [name = ''] }, io): Promise<CommandOutcome> {
    const requireStored = (store: StoredProfiles | undefined): void => {
      if (store?.profiles.has(name) !== true) throw profileNotFound(name, store?.profiles.keys() ?? [])
    }
    requireStored(await readStore(io))
    await changeStore(io, (store) => {
      requireStored(store)
      store.setDefault(name)
    })
    return {
      lines: [`Default profile set to '${name}'`],
      payload: { default: name },
    }
  },
})
