import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { run as runInProcess } from '../../tests/helpers/cli/in-process.ts'
import { aloneInAFolder, folder, replayed } from '../../tests/helpers/cli/recording.ts'
import { svcEmulator } from './program.ts'

aloneInAFolder()

function entry(host: string, path: string, response: object | null | undefined = answer) {
  const headers = [{ name: 'X-API-Key', value: 'svc-live-4f1d90aa17' }]
  return { request: { method: 'GET', url: `https://${host}${path}`, headers }, response }
}

const answer = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"status":"success"}' } }
const me = entry('api.example.com', '/v1/users/me')
const other = entry('api.other.example', '/v1/orgs/acme')

function write(name: string, ...entries: unknown[]): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ log: { entries } }))
  return file
}

const run = (...args: string[]) => runInProcess(svcEmulator, ['record', ...args], folder)

it('writes the requests to the API, and says in the file and beside it what is not in it', async () => {
  const odd = [entry('cdn.example.net', '/a.js', null), { ...entry('cdn.example.net', '/b.js'), response: undefined }]
  const from = write('bug.har', me, other, me, ...odd)
  const file = join(folder, 'My bug.yaml')
  const { exit, stdout, stderr } = await run('--from', from, '-o', file)
  expect([exit, stdout]).toEqual([0, ''])
  expect(stderr.split('\n')).toEqual([
    '    not recorded: 1 of the requests of bug.har, to api.other.example, which look like requests to the API (--host names its host)',
    '    not recorded: 2 of the requests of bug.har, to cdn.example.net',
    'note: steps expect the status and error of the archive, not the content: the emulator has other records',
    'note: a first replay may differ from the archive, where that rests on records or failures of its server',
    'note: the archive does not say whose key was: here it is that of Ada',
    `svc-emulator: wrote ${file}, 2 steps`,
    `  npx svc-emulator replay '${file}'`,
    '',
  ])
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('\n# Note: steps expect the status and error of the archive, not the content')
  expect(text).toContain('\nname: my-bug\n')
  expect(text).not.toContain('4f1d90aa17')
  await replayed(file)
})

it('takes another host, a name for the scenario, and JSON', async () => {
  const file = join(folder, 'bug.json')
  const from = write('bug.har', me, me, other)
  const { exit, stderr } = await run('--from', from, '-o', file, '--host', 'api.other.example', '--name', 'the-other')
  expect(exit, stderr).toBe(0)
  const scenario: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(scenario).toMatchObject({ name: 'the-other', steps: [{ http: 'GET /orgs/acme', expect: { status: 200 } }] })
  await replayed(file)
})

it.each([
  ['a scenario with problems', 'notes.yaml', 'scenario: 1', [], 'notes.yaml:1:1 name: missing'],
  ['another file', 'notes.yaml', 'a: 1', [], 'not a scenario file'],
  [
    'a host beside a scenario',
    'own.yaml',
    'scenario: 1\nname: own',
    ['--host', 'a.b'],
    '--host is about an HTTP archive',
  ],
  ['a broken archive', 'bug.har', '{"log":{"entries":{}}}', [], 'bug.har:1:'],
  ['an archive about others', 'bug.har', '{"log":{"entries":[]}}', [], 'no request to the API can be read from it'],
  ['a host that is not in it', 'bug.har', '{"log":{"entries":[]}}', ['--host', 'a.b'], 'no request went to a.b'],
])('refuses %s, and leaves the file that is there', async (_what, name, text, more, message) => {
  writeFileSync(join(folder, name), text)
  const file = join(folder, 'kept.yml')
  writeFileSync(file, 'kept')
  const { exit, stderr } = await run('--from', join(folder, name), '-o', file, ...more)
  expect(exit).not.toBe(0)
  expect(stderr).toContain(message)
  expect(readFileSync(file, 'utf8')).toBe('kept')
})

it.each([
  [['-o', 'a.yaml', '--target', 'http://127.0.0.1:1/v1'], '--target is about a session with a server'],
  [['-o', 'a.yaml', '--steps', '2'], '--steps is about a session with a server'],
  [['-o', 'a.yaml', '--control-token', 'x'], '--control-token is about a session with a server'],
  [['-o', 'a.yaml', '--realtime-url', 'ws://127.0.0.1:1/v1/realtime'], '--realtime-url is about a session'],
  [['-o', 'a.txt'], "-o takes a file that ends in .yaml, .yml or .json; it was 'a.txt'"],
  [[], '-o is missing, the file to write: record --from bug.har -o session.yaml'],
])('refuses %j beside --from', async (words, message) => {
  const { exit, stderr } = await run('--from', 'bug.har', ...words)
  expect(exit).toBe(2)
  expect(stderr).toContain(message)
  expect(existsSync('a.yaml')).toBe(false)
})
