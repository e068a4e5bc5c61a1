import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writeCoverage } from '../../emulator/adapters/testing/node-coverage-file.ts'
import { createEmulator } from '../../emulator/host/emulator.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import type { Program } from '../shared/command.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { coverage } from './coverage.ts'
import { svcEmulator } from './program.ts'
import { replay } from './replay.ts'

const program: Program = { ...svcEmulator, commands: [coverage] }

let folder: string
let server: RunningServer | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-coverage-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await server?.close()
  server = undefined
})

const call = (...argv: string[]) => run(program, ['coverage', ...argv], folder)

async function report(name: string, ...paths: string[]): Promise<string> {
  const emulator = createEmulator()
  for (const path of paths)
    await emulator.fetch(`http://emulator/v1${path}`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(emulator.coverage()))
  return file
}

describe('svc-emulator coverage', () => {
  it('names what was never exercised, by section', async () => {
    const { exit, stdout } = await call(await report('one.json', '/users/me'))
    expect(exit).toBe(0)
    expect(stdout).toContain('✗ user.role-read-for-other')
    expect(stdout).not.toContain('user.role-owner-for-self')
    expect(stdout).toMatch(/\d+ of \d+ clauses exercised \(\d+\.\d %\)/)
    expect(stdout).not.toContain('client.login')
    expect((await call(join(folder, 'one.json'), '--all')).stdout).toContain('✓ user.role-owner-for-self  1 times')
    expect((await call(join(folder, 'one.json'), '--wire', 'client')).stdout).toContain('✗ client.login')
  })

  it('takes the URL of a running emulator, however its scheme is written', async () => {
    server = await startServer()
    const { exit, stdout } = await call(server.url.replace('http:', 'HTTP:'))
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/^0 of \d+ clauses exercised/m)])
  })

  it('counts as the reporter of a test run does', async () => {
    const file = join(folder, 'run.json')
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    await writeCoverage([{ name: 'a test', counts: { 'users.get.answers-user': 2, 'A-5': 1 } }], { file })
    const [line] = log.mock.calls[0] as [string]
    log.mockRestore()
    const { stdout } = await call(file)
    const [clauses, assumptions] = stdout.trimEnd().split('\n').slice(-2)
    expect(clauses).toMatch(/^1 of \d+ clauses exercised \(0\.\d %\)$/)
    expect(line).toContain(`svc-emulator: ${clauses}, ${assumptions}; `)
  })

  it('waits 30 seconds for a running emulator', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    server = await startServer()
    await call(server.url)
    expect(timeout.mock.calls).toEqual([[30_000]])
    timeout.mockRestore()
  })

  it('adds the reports of a folder up', async () => {
    mkdirSync(join(folder, 'reports'))
    await report('reports/a.json', '/users/me')
    await report('reports/b.json', '/users/me', '/users/ben')
    const { stdout } = await call(join(folder, 'reports'), '--reporter', 'json')
    const { clauses, sections, total } = JSON.parse(stdout)
    expect(clauses.items).toContainEqual({ id: 'users.get.answers-user', count: 3 })
    expect(clauses.items).toContainEqual({ id: 'user.role-read-for-other', count: 1 })
    expect(sections[0]).toMatchObject({ title: expect.any(String), statements: expect.any(Array) })
    expect(total.percent).toBeGreaterThan(0)
    writeFileSync(join(folder, 'merged.json'), stdout)
    expect(JSON.parse((await call(join(folder, 'merged.json'), '--reporter', 'json')).stdout)).toEqual(
      JSON.parse(stdout),
    )
  })

  it('asks a running emulator for all its worlds', async () => {
    server = await startServer()
    const { world } = (await (await fetch(`${server.controlUrl}/worlds`, { method: 'POST' })).json()) as {
      world: string
    }
    await fetch(server.url.replace('/v1', `/w/${world}/v1/users/me`), { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    for (const url of [server.url, server.controlUrl, server.url.replace('/v1', ''), server.url.replace('/v1', '/')]) {
      expect((await call(url, '--all')).stdout).toContain('✓ user.role-owner-for-self')
    }
  })

  it('sends the control token', async () => {
    server = await startServer({ host: '0.0.0.0', controlToken: 'mine' })
    const url = server.url.replace('0.0.0.0', '127.0.0.1')
    expect(await call(url)).toMatchObject({ exit: 2, stderr: expect.stringContaining('answered 401') })
    expect((await call(url, '--control-token', 'mine')).exit).toBe(0)
  })

  it('fails below --min, and says by how much', async () => {
    const file = await report('one.json', '/users/me')
    expect((await call(file, '--min', '1')).exit).toBe(0)
    expect(await call(file, '--min', '99.5')).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/\d+ of \d+ clauses exercised: \d+\.\d % is less than --min 99\.5/),
    })
  })

  it('writes one page that needs nothing else', async () => {
    const page = join(folder, 'page.html')
    const { exit, stdout } = await call(await report('one.json', '/users/me'), '--reporter', 'html', '--output', page)
    expect([exit, stdout]).toEqual([0, ''])
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*user\.role-owner-for-self[\s\S]*<\/html>\n$/)
  })

  it.each([
    [['nowhere.json'], 'there is no report nowhere.json'],
    [['--min', '101'], '--min takes a percentage'],
    [['--min', 'all'], '--min takes a percentage'],
    [['--reporter', 'htm'], "did you mean 'html'?"],
    [['--wire', 'rest,socket'], '--wire takes'],
    [['http://127.0.0.1:1/'], 'no emulator answers there'],
    [['localhost:4010'], 'did you mean http://localhost:4010?'],
  ])('refuses %j', async (argv, message) => {
    expect(await call(...argv)).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('adds up what replays left, with the names of the scenarios', async () => {
    const scenario = join(folder, 'me.yaml')
    writeFileSync(
      scenario,
      'scenario: 1\nname: who-am-i\nabout: Asks who it is.\nsteps:\n  - http: GET /users/me\n    as: svc-key-ada-admin\n',
    )
    const reports = join(folder, 'left')
    const both: Program = { ...svcEmulator, commands: [replay] }
    expect((await run(both, ['replay', scenario], folder, { env: { SVC_EMULATOR_COVERAGE: reports } })).exit).toBe(0)
    const { clauses } = JSON.parse((await call(reports, '--reporter', 'json')).stdout)
    expect(clauses.items).toContainEqual({ id: 'users.get.answers-user', count: 1, tests: ['who-am-i'] })
  })

  it('names the file that is no report', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{')
    expect((await call(broken)).stderr).toContain('broken.json is not valid JSON')
    writeFileSync(broken, '{"clauses": {"items": [{"id": "x", "count": -1}]}}')
    expect((await call(broken)).stderr).toContain('broken.json is not a coverage report')
    expect(existsSync(join(folder, 'nothing'))).toBe(false)
    mkdirSync(join(folder, 'empty'))
    expect((await call(join(folder, 'empty'))).stderr).toContain('holds no report')
  })
})
