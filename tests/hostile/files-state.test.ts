/** The file of `--state`: one server has it, kills cost little and leave nothing that stays. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { svcEmulator } from '../../cli/svc-emulator/program.ts'
import { run as runInProcess } from '../helpers/cli/in-process.ts'
import { until } from '../helpers/until.ts'
import { ada, endAll, run, start, type Served } from './programs.ts'
import { mayMount } from './small-disk.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-state-'))
  file = join(folder, 's.json')
})
afterEach(() => {
  endAll()
  rmSync(folder, { recursive: true })
})

const addOrg = (server: Served, alias: string) =>
  fetch(`${server.url}/orgs`, { method: 'POST', headers: ada, body: JSON.stringify({ alias, name: alias }) })
const hasOrg = async (server: Served, alias: string) =>
  (await fetch(`${server.url}/orgs/${alias}`, { headers: ada })).status === 200
const quiet = ['--log', 'silent']

it('is refused at the start where its links lead in a circle: nothing could be saved', async () => {
  symlinkSync(file, file)
  const server = run('svc-emulator', ['start', '--port', '0', '--state', file, ...quiet])
  expect(await server.exit).toBe(2)
  expect([server.out, server.err]).toEqual([
    '',
    expect.stringContaining(`--state ${file}: it cannot be written (its links lead in a circle, ELOOP)`),
  ])
})

it.each([
  [
    'a folder that is not there',
    () => join(folder, 'none', 's.json'),
    () => `there is no folder ${join(folder, 'none')}`,
  ],
  ['a folder in place of the file', () => folder, () => 'it is a folder, expected a file'],
])('%s is an error at the start', async (_, path, message) => {
  const result = run('svc-emulator', ['start', '--port', '0', '--state', path()])
  expect(await result.exit).toBe(2)
  expect([result.out, result.err]).toEqual(['', `svc-emulator: --state ${path()}: ${message()}\n`])
})

it('in a folder that this user cannot write is refused at the start', async () => {
  writeFileSync(file, '')
  chmodSync(folder, 0o555)
  // Root may write everywhere, unless it has no capabilities.
  const plain = ['setpriv', '--bounding-set=-all', '--inh-caps=-all']
  const through = (words: readonly string[]) => (process.getuid!() === 0 ? [...plain, ...words] : words)
  for (const path of [file, join(folder, 'new.json')]) {
    const server = run('svc-emulator', ['start', '--port', '0', '--state', path], { through })
    expect(await server.exit).toBe(2)
    expect([server.out, server.err]).toEqual([
      '',
      `svc-emulator: --state ${path}: the folder ${folder} cannot be written to\n`,
    ])
  }
  chmodSync(folder, 0)
  const closed = run('svc-emulator', ['start', '--port', '0', '--state', join(folder, 'in', 's.json')], { through })
  expect(await closed.exit).toBe(2)
  expect(closed.err).toBe(
    `svc-emulator: --state ${folder}/in/s.json: the folder ${folder}/in cannot be looked at (permission denied, EACCES)\n`,
  )
  chmodSync(folder, 0o755)
})

it('takes over what an earlier lock has left, whatever its time', async () => {
  mkdirSync(`${file}.lock`)
  const ahead = Date.now() / 1000 + 3600
  utimesSync(`${file}.lock`, ahead, ahead)
  const server = await start(['--state', file, ...quiet])
  await addOrg(server, 'kept')
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('"kept"')
  expect(readdirSync(folder)).toEqual(['s.json'])
})

it('a second server on the same file refuses, by whatever name', async () => {
  const first = await start(['--state', file, ...quiet])
  await addOrg(first, 'kept')
  const link = join(folder, 'link.json')
  symlinkSync(file, link)
  first.child.kill('SIGTERM')
  await first.exit
  const again = await start(['--state', file, ...quiet])
  for (const name of [file, link]) {
    const second = run('svc-emulator', ['start', '--port', '0', '--state', name])
    expect(await second.exit).toBe(2)
    expect(second.err).toBe(
      `svc-emulator: --state ${name} is in use by another server, process ${again.child.pid} on ${hostname()}: give each server a file of its own\n`,
    )
  }
  expect(await hasOrg(again, 'kept')).toBe(true)
  again.child.kill('SIGTERM')
  expect(await again.exit).toBe(0)
  expect(readdirSync(folder).toSorted()).toEqual(['link.json', 's.json'])
})

it('is saved while it serves, and what a kill leaves is swept by the next server', async () => {
  const first = await start(['--state', file, '--state-every', '20ms', ...quiet])
  await addOrg(first, 'kept')
  await until(() => expect(readFileSync(file, 'utf8')).toContain('"alias":"kept"'))
  first.child.kill('SIGKILL')
  await first.exit
  expect(existsSync(`${file}.lock`)).toBe(true)
  // A kill in the middle of a save.
  writeFileSync(`${file}.${first.child.pid}-1.tmp`, '{"svc_emu')
  const second = await start(['--state', file, ...quiet])
  expect(await hasOrg(second, 'kept')).toBe(true)
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
  expect(readdirSync(folder)).toEqual(['s.json'])
})

it('a kill loses none of two hundred worlds that were saved', async () => {
  const first = await start(['--state', file, '--state-every', '20ms', ...quiet])
  const json = { 'content-type': 'application/json' }
  const names = Array.from({ length: 200 }, (_, number) => `world-${number}`)
  const controls = (server: { url: string }, path: string) => server.url.replace('/v1', `/__emulator${path}`)
  for (const name of names)
    expect((await fetch(controls(first, `/worlds/${name}`), { method: 'PUT', headers: json, body: '{}' })).status).toBe(
      200,
    )
  const inWorld = (name: string) => ({ ...json, 'x-api-key': 'svc-key-ada-admin', 'x-svc-world': name })
  for (const name of names.slice(0, 20)) {
    const body = JSON.stringify({ name, alias: `org-of-${name}` })
    expect((await fetch(`${first.url}/orgs`, { method: 'POST', headers: inWorld(name), body })).status).toBe(200)
  }
  const taken = { method: 'POST', headers: json, body: '{"name":"last"}' }
  expect((await fetch(controls(first, '/snapshots'), taken)).status).toBe(201)
  await until(() => expect(readFileSync(file, 'utf8')).toContain('"name":"last"'))
  first.child.kill('SIGKILL')
  await first.exit
  const second = await start(['--state', file, ...quiet])
  const listed = (await (await fetch(controls(second, '/worlds'))).json()) as { worlds: { name: string }[] }
  expect(listed.worlds.map(({ name }) => name)).toEqual(names)
  for (const [number, name] of names.entries()) {
    const answer = await fetch(`${second.url}/orgs/org-of-${name}`, { headers: inWorld(name) })
    expect(answer.status).toBe(number < 20 ? 200 : 404)
  }
  const snapshots = (await (await fetch(controls(second, '/snapshots'))).json()) as object
  expect(snapshots).toMatchObject({ snapshots: [{ name: 'last' }] })
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
})

it('kills at any moment leave a whole state', async () => {
  let count = 0
  for (const pause of [0, 3, 7, 15, 30]) {
    const server = await start(['--state', file, '--state-every', '1ms', ...quiet])
    if (count > 0) expect(await hasOrg(server, 'org-0-0')).toBe(true)
    const round = count++
    const asking = Promise.allSettled(
      Array.from({ length: 8 }, (_, number) => addOrg(server, `org-${round}-${number}`)),
    )
    await until(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toContain(`org-${round}-0`))
    await new Promise((resolve) => setTimeout(resolve, pause))
    server.child.kill('SIGKILL')
    await Promise.all([server.exit, asking])
    expect(() => JSON.parse(readFileSync(file, 'utf8')) as unknown).not.toThrow()
  }
  const last = await start(['--state', file, ...quiet])
  last.child.kill('SIGTERM')
  expect(await last.exit).toBe(0)
  expect(readdirSync(folder)).toEqual(['s.json'])
})

it.each<[string, () => void]>([
  ['its lock is removed', () => rmSync(`${file}.lock`, { recursive: true })],
  ['it is deleted', () => rmSync(file)],
  [
    'its folder is removed, and made again',
    () => {
      // Renamed first: its server writes into it again while it is emptied.
      renameSync(folder, `${folder}-removed`)
      mkdirSync(folder)
      rmSync(`${folder}-removed`, { recursive: true })
    },
  ],
])('is saved although %s, and stays that of its server', async (_name, happens) => {
  const first = await start(['--state', file, '--state-every', '20ms', ...quiet])
  await until(() => expect(existsSync(file)).toBe(true))
  happens()
  const second = run('svc-emulator', ['start', '--port', '0', '--state', file])
  expect(await second.exit).toBe(2)
  expect(second.err).toContain(`is in use by another server, process ${first.child.pid} on `)
  await until(() => expect(existsSync(file)).toBe(true))
  await addOrg(first, 'kept')
  await until(() => expect(readFileSync(file, 'utf8')).toContain('"alias":"kept"'))
  first.child.kill('SIGTERM')
  expect([await first.exit, first.err]).toEqual([0, ''])
  expect(readdirSync(folder)).toEqual(['s.json'])
})

it('is not written over where somebody else has changed it, and saved again once it is moved away', async () => {
  const first = await start(['--state', file, '--state-every', '20ms', ...quiet])
  await until(() => expect(existsSync(file)).toBe(true))
  writeFileSync(file, 'of somebody else')
  await until(() =>
    expect(first.err).toBe(
      `svc-emulator: --state ${file} was changed by somebody else, and is not written over: move it away, and the state is saved again\n`,
    ),
  )
  expect((await addOrg(first, 'kept')).status).toBe(503)
  expect(readFileSync(file, 'utf8')).toBe('of somebody else')
  rmSync(file)
  await until(async () => expect((await addOrg(first, 'kept')).status).toBe(200))
  await until(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('"alias":"kept"'))
  writeFileSync(file, 'of somebody else')
  await addOrg(first, 'more')
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(1)
  expect(readFileSync(file, 'utf8')).toBe('of somebody else')
})

it('is made where its link leads, although nothing is there yet', async () => {
  const link = join(folder, 'link.json')
  symlinkSync('s.json', link)
  const server = await start(['--state', link, ...quiet])
  await addOrg(server, 'kept')
  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('"alias":"kept"')
  expect(readlinkSync(link)).toBe('s.json')
})

it('a record too deep to be saved is refused before it is there', async () => {
  const server = await start(['--state', file, ...quiet])
  const control = server.url.replace('/v1', '/__emulator')
  const {
    records: [thread],
  } = (await (await fetch(`${control}/state/threads`)).json()) as { records: { id: string }[] }
  const statuses: number[] = []
  for (const levels of [50, 3_000, 200_000]) {
    const body = `{"thread_id":"${thread!.id}","role":"user","content":${'['.repeat(levels)}${']'.repeat(levels)}}`
    statuses.push(
      (
        await fetch(`${control}/state/thread_items`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    )
  }
  expect(statuses).toEqual([201, 400, 400])
  server.child.kill('SIGTERM')
  expect(await server.exit, server.err).toBe(0)
  const again = await start(['--state', file, ...quiet])
  expect((await fetch(`${again.url}/users/me`, { headers: ada })).status).toBe(200)
})

it('a state of another version is refused by name, and left alone', async () => {
  const text = JSON.stringify({ svc_emulator_state: 99, release: '9.1.0' })
  writeFileSync(file, text)
  const result = run('svc-emulator', ['start', '--port', '0', '--state', file])
  expect(await result.exit).toBe(2)
  expect(result.err).toMatch(
    /^svc-emulator: --state \S+: this state was written by svc-emulator 9\.1\.0 and has version 99; svc-emulator \S+ reads version \d+\. Use the release that wrote it\.\n$/,
  )
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual([text, ['s.json']])
})

it('a changed scenario starts the world again, though a state was saved', async () => {
  const scenario = join(folder, 'watched.yaml')
  const text = (alias: string) =>
    `scenario: 1\nname: watched\nabout: A world that is watched.\nworld:\n  fixtures: [starter]\n  records:\n    orgs: [{ alias: ${alias}, visibility: public }]\n`
  writeFileSync(scenario, text('before'))
  const server = await start([scenario, '--watch', '--state', file, '--state-every', '20ms', ...quiet])
  await until(() => expect(existsSync(file)).toBe(true))
  writeFileSync(scenario, text('after'))
  await until(() => expect(server.err).toContain('watched.yaml changed; the world starts again'))
  expect([await hasOrg(server, 'before'), await hasOrg(server, 'after')]).toEqual([false, true])
})

it.each([
  ['--state-every', '5s'],
  ['--state', 'x.json', '--state-every', 'often'],
  ['--state', 'x.json', '--state-every', '25d'],
])('%j is a usage error', async (...args) => {
  const { exit, stderr } = await runInProcess(svcEmulator, ['start', ...args], folder)
  expect(exit).toBe(2)
  expect(stderr).toMatch(
    args.length === 2
      ? /--state-every says how often --state is saved/
      : /--state-every takes a duration such as 300ms, 30s or 5m, up to 24d; it was '/,
  )
})

it.skipIf(!mayMount)('is refused at the start where it is a mount of its own, and left as it is', async () => {
  writeFileSync(file, '')
  execFileSync('mount', ['--bind', file, file])
  try {
    const refused = run('svc-emulator', ['start', '--port', '0', '--state', file])
    expect(await refused.exit).toBe(2)
    expect(refused.err).toBe(
      `svc-emulator: --state ${file} is a mount of its own, which cannot be replaced, so that a kill would leave half of it: mount its folder\n`,
    )
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['', ['s.json']])
  } finally {
    execFileSync('umount', [file])
  }
})
