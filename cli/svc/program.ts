import { readStore } from '../credentials/store.ts'
import type { Program } from '../shared/command.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { profileLs } from './profile-ls.ts'
import { profileUse } from './profile-use.ts'
import { whoami } from './whoami.ts'

export const svc: Program = {
  name: 'svc',
  about: 'Reference client of the svc API: stores credentials as named profiles and shows their identity.',
  json: true,
  offers: async (io) => [...((await readStore(io))?.profiles.keys() ?? [])],
  commands: [login, logout, whoami, profileLs, profileUse],
}
