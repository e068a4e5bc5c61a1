import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBundle } from '../../emulator/scenario/bundle.ts'
import { validate } from '../../emulator/scenario/validate.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { aloneInAFolder, folder, served } from '../../tests/helpers/cli/recording.ts'
import { playHere } from './play-here.ts'
import { svcEmulator } from './program.ts'

aloneInAFolder()

/** A run of two requests: the second one was answered otherwise than the starter world answers it. */
const scenario = {
  scenario: 1,
  name: 'a-run',
  about: 'A run.',
  keys: { key: { user: 'ada', role: 'admin' } },
  as: 'key',
  steps: [
    { http: 'GET /users/me', expect: { status: 200 } },
    { http: 'GET /orgs/nowhere', expect: { status: 200 } },
  ],
}

const own = { ...scenario, world: { fixtures: ['starter', './own.yaml'] } }
const fixture = { fixture: 1, name: 'own', records: { orgs: [{ alias: 'else', name: 'Else' }] } }

const entry = (path: string) => ({
  request: {
    method: 'GET',
    url: `https://api.example.com/v1${path}`,
    headers: [{ name: 'x-api-key', value: 'svc-live-1' }],
  },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"status":"success"}' } },
})
const archive = { log: { entries: [entry('/users/me'), entry('/orgs/nowhere')] } }

async function bundle(): Promise<object> {
  const { loaded, emulator } = await validate(join(folder, 'own.json'), { trace: true })
  return createBundle(loaded!, await playHere(loaded!, emulator!), emulator!)
}

const kinds: Readonly<Record<string, () => unknown>> = {
  'scenario.json': () => scenario,
  'own.json': () => own,
  'run.bundle.json': bundle,
  'app.har': () => archive,
  'archive.json': () => archive,
}

const commands = {
  drift: async (file: string) => {
    const { url } = await served()
    return ['drift', '--target', url, '--from', file, '--api-key-env', 'main=ADA', '--rate', '1000/s']
  },
  record: (file: string) => ['record', '--from', file, '-o', join(folder, 'written.yaml')],
  permissions: (file: string) => ['permissions', file],
  shrink: (file: string) => ['shrink', file, '-o', join(folder, 'small.yaml')],
  replay: (file: string) => ['replay', file],
} as const

const shown: Readonly<Record<keyof typeof commands, RegExp>> = {
  drift: /Nothing contradicted: 5 exchanges/,
  record: /wrote \S+written\.yaml, 2 steps/,
  permissions: /GET \/v1\/users\/me/,
  shrink: /GET \/orgs\/nowhere/,
  replay: /GET \/orgs\/nowhere/,
}

const pairs = Object.keys(commands).flatMap((command) => Object.keys(kinds).map((kind) => [command, kind] as const))

it.each(pairs)('%s takes %s', async (command, kind) => {
  writeFileSync(join(folder, 'own.yaml'), JSON.stringify(fixture))
  for (const name of new Set(['own.json', kind]))
    writeFileSync(join(folder, name), JSON.stringify(await kinds[name]!()))
  const words = await commands[command as keyof typeof commands](join(folder, kind))
  const { exit, stdout, stderr } = await run(svcEmulator, words, folder, { env: { ADA: 'svc-key-ada-admin' } })
  expect(stdout + stderr).toMatch(shown[command as keyof typeof commands])
  expect(exit).toBe(command === 'replay' ? 1 : 0)
  if (command !== 'record') return
  // The written file needs no other one, and fails as the run did.
  writeFileSync(join(folder, 'own.yaml'), '')
  const again = await run(svcEmulator, ['replay', join(folder, 'written.yaml')], folder)
  expect(again.stdout).toMatch(/GET \/orgs\/nowhere[^]*404/)
})
