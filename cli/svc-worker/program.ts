import { readStore } from '../credentials/store.ts'
import type { Program } from '../shared/command.ts'
import { startWorker } from './start.ts'

export const svcWorker: Program = {
  name: 'svc-worker',
  about: 'Reference worker of the svc API: uses the credentials of svc and stays connected to the realtime API.',
  json: false,
  offers: async (io) => [...((await readStore(io))?.profiles.keys() ?? [])],
  commands: [startWorker],
}
