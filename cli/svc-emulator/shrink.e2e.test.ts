import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../tests/helpers/cli/in-process.ts'
import type { Program } from '../shared/command.ts'
import { svcEmulator } from './program.ts'
import { replay } from './replay.ts'
import { shrink } from './shrink.ts'

const program: Program = { ...svcEmulator, commands: [shrink, replay] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-shrink-test-'))
  writeFileSync(join(folder, 'client.mjs'), client)
  writeFileSync(join(folder, 'fails.yaml'), scenario)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Takes the first page of blobs by revisions for all, and says so with a count that stays. */
const client = `
const { SVC_API_URL: url, SVC_API_KEY: key } = process.env
const answer = await fetch(url + '/blobs/acme/weights/revisions?limit=1', { headers: { 'X-API-Key': key } })
const { revisions, cursor } = await answer.json()
if (revisions?.length === 1 && cursor !== null) throw new Error('1 revision, and more behind it')
`

const scenario = `
scenario: 1
name: fails
as: svc-key-ada-admin
steps:
  - http: GET /users/me
  - http: GET /orgs/acme
    expect: { body: { org: { visibility: private } } }
`

const call = (...argv: string[]) => run(program, argv, folder, { env: process.env as Record<string, string> })

describe('svc-emulator shrink', () => {
  it('makes a scenario that fails smaller, which then fails in the same way', async () => {
    const { exit, stdout, stderr } = await call('shrink', join(folder, 'fails.yaml'), '-o', join(folder, 'small.yaml'))
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^438 records to 3, 2 steps to 1 \(\d+ runs, \d+ of them failed otherwise\)$/),
      'Still fails: GET /orgs/acme; body.org.visibility: expected "private", got "public"',
      `Again: npx svc-emulator replay ${join(folder, 'small.yaml')}`,
      '',
    ])
    const text = readFileSync(join(folder, 'small.yaml'), 'utf8')
    expect(text).toContain('    orgs: [ { alias: acme, visibility: public } ]\n')
    const again = await call('replay', join(folder, 'small.yaml'))
    expect(again.exit).toBe(1)
    expect(again.stdout).toContain('body.org.visibility: expected "private", got "public"')
    // The bundle of a run that failed is one, too: it gives the same world.
    await call('replay', join(folder, 'fails.yaml'), '--bundle-on-failure', folder)
    const bundle = await call('shrink', join(folder, 'fails.bundle.json'))
    expect(bundle.stdout).toContain('    orgs: [ { alias: acme, visibility: public } ]\n')
    expect(bundle.stdout).toContain('as: svc-key-ada-admin')
    // The scenario that was made small is as small as it gets, and fits into a link.
    const linked = await call('shrink', join(folder, 'small.yaml'), '-o', join(folder, 'again.yaml'), '--link')
    expect(linked.stdout).toMatch(/^3 records to 3, .*\nLink: play\.html#run=[\w-]{200,600}\n$/s)
  })

  it('makes the world smaller in which a program fails, and writes it as a step', async () => {
    const output = join(folder, 'program.yaml')
    const { exit, stdout, stderr } = await call('shrink', '-o', output, '--', 'node', join(folder, 'client.mjs'))
    expect({ exit, stderr: stderr.replace(/^\d+ records after \d+ runs\n/gm, '') }).toEqual({ exit: 0, stderr: '' })
    expect(stdout).toMatch(/^438 records to 5 /)
    expect(stdout).toContain('Still fails: exit code 1; Error: 1 revision, and more behind it\n')
    expect(stdout).not.toContain('Note:')
    expect(readFileSync(output, 'utf8')).toContain(`- run: [ node, ${join(folder, 'client.mjs')} ]`)
    const again = await call('replay', output)
    expect(again.exit).toBe(1)
    expect(again.stdout).toContain('Error: 1 revision, and more behind it')
  })

  it('writes into another folder what finds its files there, as a bundle does', async () => {
    writeFileSync(join(folder, 'world.yaml'), 'fixture: 1\nname: world\nincludes: [starter]\n')
    const head = 'scenario: 1\nname: runs\nworld: { fixtures: [./world.yaml] }\nas: svc-key-ada-admin\n'
    const steps = "steps:\n  - run: [node, '${scenario_folder}/client.mjs']\n"
    const expected = '    env: { SVC_API_KEY: svc-key-ada-admin }\n    expect: { exit: 0 }\n'
    writeFileSync(join(folder, 'runs.yaml'), head + steps + expected)
    const there = join(folder, 'there')
    await call('replay', join(folder, 'runs.yaml'), '--bundle-on-failure', there)
    expect((await call('replay', join(there, 'runs.bundle.json'))).stdout).toContain('1 revision, and more behind it')
    // Stopped at once, it names its fixtures as it did.
    for (const more of [[], ['--budget', '1ms']]) {
      const output = join(there, `small${more.length}.yaml`)
      const { stdout } = await call('shrink', join(folder, 'runs.yaml'), '-o', output, ...more)
      expect(stdout).not.toContain('Note:')
      expect((await call('replay', output)).stdout).toContain('1 revision, and more behind it')
    }
  })

  it('hands --client on to the line that replays', async () => {
    const runs = join(folder, 'client.yaml')
    writeFileSync(runs, 'scenario: 1\nname: client\nsteps:\n  - run: svc whoami\n    expect: { exit: 0 }\n')
    const { stdout } = await call('shrink', runs, '-o', join(folder, 'c.yaml'), '--client', 'node -e "process.exit(3)"')
    expect(stdout).toContain(`replay ${join(folder, 'c.yaml')} --client 'node -e "process.exit(3)"'\n`)
  })

  it.each([
    [['no-such-command', 'x'], "'no-such-command' cannot be started: not found"],
    [['sh', '-c', 'no-such-command'], 'exit code 127; sh: 1: no-such-command: not found'],
    [['node', 'wrong-path.js'], "exit code 1; Error: Cannot find module '"],
    [['node', '-e', 'console.log("on stdout"); process.exit(3)'], 'exit code 3; on stdout'],
    [['node', '-e', 'process.exit(3)'], 'exit code 3. Expected requests to SVC_API_URL'],
  ])('refuses %j, which sends no request, and writes nothing', async (line, said) => {
    const output = join(folder, 'none.yaml')
    const { exit, stdout, stderr } = await call('shrink', '-o', output, '--', ...line)
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' })
    expect(stderr).toContain(`'${line.join(' ')}' made no request to the emulator: its failure does not depend on the`)
    expect(stderr).toContain(said)
    expect(existsSync(output)).toBe(false)
  })

  it('refuses a client that fails in an empty world, too, and one that fails the first time alone', async () => {
    const asks = 'const { ok } = await fetch(process.env.SVC_API_URL + "/nowhere"); if (!ok) process.exit(4)'
    expect((await call('shrink', '--', 'node', '--input-type=module', '-e', asks)).stderr).toContain(
      'fails in an empty world, too: its failure does not depend on the world: exit code 4. Expected a failure that records,',
    )
    const once = `const f = ${JSON.stringify(join(folder, 'once'))}; const fs = require('fs'); if (!fs.existsSync(f)) { fs.writeFileSync(f, ''); process.exit(5) }`
    expect((await call('shrink', '--', 'node', '-e', once)).stderr).toContain(
      'does not fail the same way twice: in one world it failed (exit code 5), then in an equal one it passed.',
    )
  })

  it.each([
    [
      ['fails.yaml', '-o', 'repro.json'],
      '--write-test requires the tests that fail: npx svc-emulator shrink -o repro.json --',
    ],
    [
      ['-o', 'repro.json', '--', 'node', 'client.mjs'],
      "--write-test: 'node client.mjs' runs a program: expected tests of",
    ],
    [
      ['-o', 'repro.json', '--', 'node', '--test', 'a.test.mjs'],
      "a.test.mjs' runs node:test: expected tests of vitest or",
    ],
    [
      ['-o', 'repro.json', '--', 'npx', 'playwright', 'test'],
      "'npx playwright test' runs Playwright: expected tests of",
    ],
    [['--', 'npx', 'vitest', 'run'], '--write-test requires -o: the test begins with the scenario in that file'],
    [
      ['-o', 'repro.yaml', '--', 'npx', 'vitest', 'run'],
      'emulators of vitest begin with JSON: expected -o repro.json, got',
    ],
  ])('refuses to write a test from %j, before it runs anything', async (words, said) => {
    const { exit, stdout, stderr } = await call('shrink', '--write-test', ...words)
    expect({ exit, stdout, stderr }).toEqual({ exit: 2, stdout: '', stderr: expect.stringContaining(said) })
  })

  it('writes JSON to a file with a name that says so, which can be read again', async () => {
    const output = join(folder, 'small.json')
    expect((await call('shrink', join(folder, 'fails.yaml'), '-o', output)).exit).toBe(0)
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ scenario: 1, name: 'fails' })
    expect((await call('replay', output)).exit).toBe(1)
  })

  it('refuses what does not fail, flags of another use, and a line that names nothing', async () => {
    writeFileSync(join(folder, 'passes.yaml'), scenario.replace('private', 'public'))
    expect(await call('shrink', join(folder, 'passes.yaml'))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('passes.yaml: nothing fails, so there is nothing to shrink: its replay passes.'),
    })
    expect(await call('shrink', '--', 'node', '-e', '0')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('node -e 0 does not fail, so there is nothing to shrink'),
    })
    expect(await call('shrink', join(folder, 'fails.yaml'), '--seed', '3')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('--seed requires a client after --'),
    })
    expect((await call('shrink')).stderr).toContain('name a scenario or bundle that fails, or a client after --')
  })
})
