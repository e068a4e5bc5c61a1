import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import type { Program } from '../shared/command.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from './program.ts'
import { replay } from './replay.ts'
import { validate } from './validate.ts'

const program: Program = { ...svcEmulator, commands: [replay, validate] }

let folder: string
const servers: RunningServer[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-replay-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  for (const server of servers.splice(0)) await server.close()
})

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const call = (argv: string[], env: Record<string, string> = {}) => run(program, argv, folder, { env })
const head = (name: string): string => `scenario: 1\nname: ${name}\nabout: Shows ${name}.\n`
const good = (): string =>
  write(
    'good.yaml',
    `${head('good')}steps:\n  - http: GET /users/me\n    as: svc-key-ada-admin\n    expect: { body: { user: { alias: ada } } }\n`,
  )
const bad = (name = 'bad'): string =>
  write(
    `${name}.yaml`,
    `${head(name)}steps:\n  - http: GET /users/me\n    as: svc-key-ada-admin\n    expect: { body: { user: { alias: ben } } }\n`,
  )

describe('svc-emulator replay', () => {
  it('plays scenarios in process and exits 0', async () => {
    expect(await call(['replay', good()])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('✓ good (1 step) Shows good.\n'),
      stderr: '',
    })
  })

  it('says what differed and exits 1', async () => {
    const { exit, stdout, stderr } = await call(['replay', good(), bad()])
    expect(exit).toBe(1)
    expect(stdout).toContain('        body.user.alias: expected "ben", got "ada"\n')
    expect(stderr).toBe('svc-emulator: 1 of 2 scenarios failed\n')
  })

  it('shows nothing by a scenario that has no steps', async () => {
    const file = write('empty.yaml', `${head('empty')}steps: []\n`)
    expect(await call(['replay', file])).toMatchObject({
      exit: 1,
      stderr: 'svc-emulator: no step was played, so that nothing was shown: a scenario without steps is for start\n',
    })
    expect(await call(['validate', file])).toMatchObject({ exit: 0 })
    expect(await call(['replay', file, good()])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('2 scenarios: 1 passed, 1 not played; 1 step;'),
    })
    const { exit, stdout } = await call(['replay', file, '--reporter', 'json'])
    expect([exit, JSON.parse(stdout)]).toMatchObject([1, { ok: false }])
  })

  it('does not play what needs an emulator elsewhere, which fails with --require-all alone', async () => {
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/v1/users/me' ? 200 : 404).end('{"status":"success","user":{"alias":"ada"}}')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const target = ['--target', `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`]
    const file = write('later.yaml', `${head('later')}steps:\n  - clock: { advance: 1s }\n`)
    const alone = await call(['replay', file, ...target])
    const both = await call(['replay', file, good(), ...target])
    const required = await call(['replay', file, good(), '--require-all', ...target])
    server.close()
    expect(alone).toMatchObject({ exit: 0, stderr: '' })
    expect(both).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('2 scenarios: 1 passed, 1 not played; 1 step;'),
    })
    expect(both.stdout).toContain('- later not played: not supported by this target: needs an emulator (clock)\n')
    expect(required).toMatchObject({
      exit: 1,
      stderr: 'svc-emulator: 1 of 2 scenarios not played, with --require-all\n',
    })
    expect(await call(['replay', file, '--target', 'http://127.0.0.1:1/v1'])).toMatchObject({
      exit: 2,
      stderr: 'svc-emulator: no server answers at http://127.0.0.1:1/v1 (ECONNREFUSED)\n',
    })
    expect(await call(['validate', file, good()])).toMatchObject({
      exit: 0,
      stdout: `2 files checked, nothing wrong\n${file} needs an emulator (clock)\n`,
    })
  })

  it('refuses a key for a name that nobody asks as', async () => {
    const { exit, stdout, stderr } = await call(['replay', good(), '--api-key-env', 'svc-key-ada-amdin=KEY'], {
      KEY: 'secret',
    })
    expect([exit, stdout]).toEqual([2, ''])
    expect(stderr).toContain("--api-key-env: no step asks as 'svc-key-ada-amdin', did you mean 'svc-key-ada-admin'?")
  })

  it('plays the scenarios of a folder, and leaves packages, fixtures and files of others alone', async () => {
    good()
    write('team.yaml', 'fixture: 1\nname: team\nrecords: { orgs: [{ alias: lab }] }\n')
    write('pipeline.yml', 'name: build\nsteps:\n  - script: npm test\n')
    write('package.json', '{ "name": "mine" }')
    write(
      'as-json.json',
      JSON.stringify({ scenario: 1, name: 'as-json', steps: [{ http: 'GET /users/me', as: 'svc-key-ada-admin' }] }),
    )
    mkdirSync(join(folder, 'node_modules/other'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/other/bad.yaml'), 'scenario: 1\nname: Bad\n')
    const { exit, stdout } = await call(['replay', folder, '--reporter', 'json'])
    expect([exit, JSON.parse(stdout).scenarios.map(({ name }: { name: string }) => name)]).toEqual([
      0,
      ['as-json', 'good'],
    ])
    expect(await call(['validate', folder])).toMatchObject({
      exit: 0,
      stdout:
        '3 files checked, nothing wrong (2 others in these folders: no scenario, fixture, bundle or facts file)\n',
    })
  })

  it('refuses a folder with nothing to play, also beside others', async () => {
    const empty = join(folder, 'regression')
    mkdirSync(empty)
    expect(await call(['replay', good(), empty])).toMatchObject({
      exit: 2,
      stderr: `svc-emulator: no scenario or bundle in ${empty}\n`,
    })
  })

  it('judges a fixture without its version as a fixture', async () => {
    const file = write('team.yaml', 'name: team\nrecords: { orgs: [{ alias: lab }] }\n')
    for (const named of [file, folder])
      expect(await call(['validate', named])).toMatchObject({
        exit: 1,
        stdout: expect.stringContaining('fixture: missing, expected 1'),
      })
  })

  it('needs no about', async () => {
    const file = write(
      'short.yaml',
      'scenario: 1\nname: short\nsteps:\n  - { http: GET /users/me, as: svc-key-ada-admin }\n',
    )
    expect(await call(['replay', file])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('✓ short (1 step)\n'),
    })
  })

  it('colours what FORCE_COLOR asks for', async () => {
    expect((await call(['replay', good()], { FORCE_COLOR: '1' })).stdout).toContain('\u001B[')
    expect((await call(['replay', good()])).stdout).not.toContain('\u001B[')
  })

  it('takes folders, and stops after the first failure with --bail', async () => {
    bad('a-bad')
    good()
    const { stdout } = await call(['replay', folder, '--bail', '--reporter', 'json'])
    expect(JSON.parse(stdout).scenarios.map(({ name }: { name: string }) => name)).toEqual(['a-bad'])
    expect(JSON.parse((await call(['replay', folder, '--reporter', 'json'])).stdout).totals).toMatchObject({
      scenarios: 2,
      failed: 1,
    })
  })

  it('plays nothing when one file is wrong, and names every problem', async () => {
    const wrong = write('wrong.yaml', `${head('wrong')}stepz: []\nsteps: [{ http: GET /user/me }]\n`)
    const { exit, stdout, stderr } = await call(['replay', good(), wrong])
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain('wrong.yaml:4:1 stepz: unknown field')
    expect(stderr).toContain("wrong.yaml:5:17 steps[0].http: no endpoint 'GET /user/me'")
  })

  it('reports an invalid file as a scenario that failed', async () => {
    const wrong = write('wrong.yaml', `${head('wrong')}steps: [{ http: GET /user/me }]\n`)
    const { exit, stdout } = await call(['replay', good(), wrong, '--reporter', 'json'])
    expect(exit).toBe(2)
    expect(JSON.parse(stdout).totals).toMatchObject({ scenarios: 1, failed: 1 })
    expect(stdout).toContain("no endpoint 'GET /user/me'")
    const junit = await call(['replay', good(), wrong, '--reporter', 'junit'])
    expect(junit.stdout).toContain('<failure')
  })

  it('keeps the bundles of two scenarios with one name apart', async () => {
    const { stderr } = await call(['replay', bad(), bad(), '--bundle-on-failure', join(folder, 'twice')])
    for (const bundle of ['bad.bundle.json', join('2', 'bad.bundle.json')]) {
      expect(stderr).toContain(`wrote ${join(folder, 'twice', bundle)};`)
      expect(existsSync(join(folder, 'twice', bundle))).toBe(true)
    }
  })

  it('says of a bundle that its run was at another service', async () => {
    const server = createServer((_request, response) => void response.writeHead(418).end('{}'))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    await call(['replay', good(), '--target', url, '--bundle-on-failure', join(folder, 'there')])
    const bundle = join(folder, 'there', 'good.bundle.json')
    const there = await call(['replay', bundle, '--target', url])
    server.close()
    expect((await call(['replay', bundle])).stdout).toContain(
      `✓ good (1 step) Shows good.\n    the run in this bundle was at ${url}, this one was in process: only --target ${url} asks that service again\n`,
    )
    expect(there.stdout).not.toContain('the run in this bundle')
  })

  it('keeps a bundle that replays to the same failure', async () => {
    const { stderr } = await call(['replay', bad(), '--bundle-on-failure', join(folder, 'kept')])
    const bundle = join(folder, 'kept', 'bad.bundle.json')
    expect(stderr).toBe(
      `svc-emulator: wrote ${bundle}; step through it: npx svc-emulator show ${bundle}\nsvc-emulator: 1 of 1 scenario failed\n`,
    )
    expect((await call(['replay', bundle])).stdout).toContain('expected "ben", got "ada"')
    expect((await call(['replay', bundle, '--as-vitest'])).stdout).toContain(
      "import { loadScenario, replay } from 'svc-emulator/scenario'",
    )
    await call(['replay', good(), '--bundle-on-failure', join(folder, 'none')])
    expect(existsSync(join(folder, 'none'))).toBe(false)
  })

  it('writes the same transcript on every run', async () => {
    const file = join(folder, 'transcript.txt')
    await call(['replay', good(), '--transcript', file])
    const first = readFileSync(file)
    await call(['replay', good(), '--transcript', file])
    expect(readFileSync(file).equals(first)).toBe(true)
    expect(first.toString()).toContain('> GET /users/me')
  })

  it('plays on a running emulator in a world of its own', async () => {
    const server = await startServer()
    servers.push(server)
    const change = write(
      'change.yaml',
      `${head('change')}steps:\n  - change: { delete: { orgs: acme } }\n  - { http: GET /users/me, as: svc-key-ada-admin }\n`,
    )
    expect(await call(['replay', change, '--target', new URL(server.url).origin])).toMatchObject({
      exit: 0,
      stderr: '',
    })
    expect(server.emulator.world.orgs.get('acme')).toBeDefined()
  })

  it('sends keys from the environment, and never prints them', async () => {
    const received: unknown[] = []
    const server = createServer((request, response) => {
      received.push(request.headers['x-api-key'])
      response.writeHead(request.url === '/v1/users/me' ? 200 : 404).end('{"status":"success","user":{"alias":"ada"}}')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const flags = [
      '--target',
      target,
      '--api-key-env',
      'svc-key-ada-admin=KEY',
      '--transcript',
      join(folder, 'transcript.txt'),
    ]
    const { exit, stdout, stderr } = await call(['replay', bad(), ...flags], { KEY: 'a-real-secret' })
    server.close()
    expect({ exit, received }).toEqual({ exit: 1, received: [undefined, 'a-real-secret'] })
    expect(stdout + stderr + readFileSync(join(folder, 'transcript.txt'), 'utf8')).not.toContain('a-real-secret')
    expect(await call(['replay', bad(), ...flags], { KEY: '' })).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('KEY, which is not set'),
    })
  })

  it.each<[string[], string]>([
    [['--reporter', 'tapp'], "--reporter takes 'pretty', 'tap', 'junit' or 'json'; it was 'tapp', did you mean 'tap'?"],
    [['--target', 'localhost:4010'], '--target takes a URL such as http://127.0.0.1:4010/v1'],
    [['--require-all'], '--require-all requires --target'],
    [['--realtime-url', 'ws://127.0.0.1:4010/v1/realtime'], '--realtime-url requires --target'],
    [['--api-key-env', 'KEY'], '--api-key-env takes NAME=VAR'],
    [['--client', ''], '--client is empty, expected --client <command>'],
    [['--client', "''"], "--client takes a command line such as 'node ./my-svc.js'; it was empty"],
    [['--worker', "node 'w.js"], "--worker: the quote ' is never closed in: node 'w.js"],
    [['--bial'], 'Unknown flag --bial, did you mean --bail?'],
  ])('%j is a usage error', async (flags, message) => {
    expect(await call(['replay', good(), ...flags])).toMatchObject({
      exit: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })
})

describe('svc-emulator validate', () => {
  it('checks files and folders', async () => {
    good()
    mkdirSync(join(folder, 'deep'))
    write('deep/world.yaml', 'fixture: 1\nname: w\nrecords: { orgs: [{ alias: w-org }] }\n')
    expect(await call(['validate', folder])).toMatchObject({
      exit: 0,
      stdout: '2 files checked, nothing wrong\n',
      stderr: '',
    })
  })

  it('prints every problem with its place and exits 1', async () => {
    const first = write('first.yaml', `${head('first')}world: { records: { blobs: [{ alias: b, org: acmee }] } }\n`)
    const second = write('second.yaml', 'fixture: 1\nname: second\nrecord: {}\n')
    expect(await call(['validate', first, good(), second, join(folder, 'zzzzz.yaml')])).toEqual(
      expect.objectContaining({
        exit: 1,
        stdout: [
          `${first}:4:46 world.records.blobs[0].org: there is no org 'acmee', did you mean 'acme'?`,
          `${second}:3:1 record: unknown field, did you mean 'records'?`,
          `there is no file ${join(folder, 'zzzzz.yaml')}`,
          '',
        ].join('\n'),
        stderr: 'svc-emulator: 3 of 4 files are wrong\n',
      }),
    )
  })

  it('needs a file', async () => {
    expect(await call(['validate'])).toMatchObject({ exit: 2 })
  })
})

describe('svc-emulator replay --mutate', () => {
  it('says which broken sentences the scenarios do not notice, and fails below --min', async () => {
    const { exit, stdout, stderr } = await call([
      'replay',
      good(),
      '--mutate',
      '--only',
      'user.has-name',
      '--min',
      '90',
    ])
    expect({ exit, stderr }).toMatchObject({ exit: 1, stderr: expect.stringContaining('less than --min 90') })
    expect(stdout).toContain('Survived: no test failed although the emulator')
    expect(stdout).toMatch(/\d of \d mutants noticed/)
  })

  it('takes survivors that are known, with a reason for each', async () => {
    const accept = join(folder, 'accepted.yaml')
    writeFileSync(accept, 'users.get.no-redaction: The name is not looked at.\nusers.get.answers-user: It is.\n')
    const { stdout, stderr } = await call(['replay', good(), '--mutate', '--only', 'users.get', '--accept', accept])
    expect(stdout).not.toContain('survived: users.get.no-redaction')
    expect(stderr).toContain('users.get.answers-user in ' + accept + ' is stale: a test notices it now')
    writeFileSync(accept, 'users.get.no-redacton: x\n')
    expect((await call(['replay', good(), '--mutate', '--accept', accept])).stderr).toContain(
      "did you mean 'users.get.no-redaction'",
    )
  })

  it('writes JSON', async () => {
    const { score, mutants } = JSON.parse(
      (await call(['replay', good(), '--mutate', '--only', 'users.get', '--reporter', 'json'])).stdout,
    )
    expect(score.killed + score.survived + score.unmet).toBe(mutants.length)
  })

  it.each([
    [['replay'], 'name scenarios to play'],
    [['replay', '--all', 'x.yaml'], 'name none beside it'],
    [['replay', '--all', '--min', '90'], '--min requires --mutate'],
    [['replay', '--all', '--mutate', '--only', 'paginaton'], "did you mean 'pagination'?"],
    [['replay', '--all', '--mutate', '--target', 'http://127.0.0.1:1/v1'], 'cannot be combined with --target'],
    [['replay', '--all', '--mutate', '--client', 'my-svc'], 'cannot be combined with --client'],
    [['replay', '--all', '--mutate', '--worker', 'my-worker'], 'cannot be combined with --worker'],
  ])('%j is a usage error', async (words, message) => {
    expect(await call(words)).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) })
  })
})
