/**
 * Entry of the single executable (`npm run executable`): `svc-emulator`. It is `svc` or `svc-worker` by its own name, or by its first word,
 * and prints the licences of what it is made of with `licences`.
 */
import { basename } from 'node:path'
import { packageText } from '../emulator/scenario/files.ts'

const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  svc: () => import('./svc/main.ts'),
  'svc-worker': () => import('./svc-worker/main.ts'),
  licences: async () => process.stdout.write(packageText('LICENCES.txt') ?? ''),
}

const name = basename(process.argv0).replace(/\.exe$/i, '')
const isClient = Object.hasOwn(programs, name)
const [word = ''] = process.argv.slice(2)
// The programs read their words from here.
if (!isClient && Object.hasOwn(programs, word)) process.argv.splice(2, 1)

const run = programs[isClient ? name : word] ?? (() => import('./svc-emulator/main.ts'))
void run()
