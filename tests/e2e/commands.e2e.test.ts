import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../emulator/adapters/node/server.ts'
import { bins, runBin } from '../helpers/cli/bins.ts'
import { svc as program } from '../../cli/svc/program.ts'
import { credentialFile, readMode, newHome, readCredentials, run } from '../helpers/cli/in-process.ts'

let server: RunningServer
let home: string
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  home = newHome()
})
type Setting = { env?: Record<string, string>; stdin?: string }
/** Runs the built command. */
const built = (line: string, setting: Setting = {}) => runBin(bins.svc, line.split(' '), { home, ...setting })
const svc = (line: string, setting: Setting = {}) => run(program, line.split(' '), home, setting)
const login = (key: string, profile: string, through: typeof svc | typeof built = svc) =>
  through(`login --profile ${profile} --api-url ${server.url} --api-key-stdin --no-input`, { stdin: `${key}\n` })
const starterId = (tail: string) => `00000000-0000-4000-8000-0000000000${tail}`

describe('svc against a started emulator', () => {
  it('lives a life: login, whoami, profile ls, profile use, logout', async () => {
    expect((await login('svc-key-ada-admin', 'ada', built)).stdout).toMatch(
      new RegExp(`^Logged in as .+ \\(${starterId('a1')}\\), profile 'ada'\\n$`),
    )
    expect((await login('svc-key-bot-write', 'bot', built)).stdout).toContain(`(${starterId('b1')}), profile 'bot'`)
    expect(readMode(credentialFile(home))).toBe('0600')
    expect((await built('whoami')).stdout).toMatch(
      new RegExp(
        `^Profile: ada\\nURL: ${server.url}\\nRealtime: .+\\nUser: .+ \\(${starterId('a1')}\\)\\nScope: full\\n$`,
      ),
    )
    expect(JSON.parse((await built('whoami --profile bot --json')).stdout)).toMatchObject({
      profile: 'bot',
      scope: 'full',
      user: { type: 'service', role: 'owner' },
    })
    expect((await built('profile ls')).stdout).toBe(`* ada (${server.url})\n  bot (${server.url})\n`)
    expect((await built('profile use bot')).stdout).toBe("Default profile set to 'bot'\n")
    expect((await built('logout')).stdout).toBe("Removed profile 'bot'\n")
    expect(await built('whoami')).toMatchObject({ exit: 1, stderr: expect.stringContaining('CREDENTIALS_NOT_FOUND') })
    expect((await built('logout --all')).stdout).toBe("Removed profile 'ada'\n")
    expect(readCredentials(home)).toBe('default: null\nprofiles: {}\n')
  })

  it.each([
    ['svc-key-acme-write', 'restricted'],
    ['svc-key-weights-read', 'restricted'],
    ['svc-key-ada-read', 'full'],
    ['svc-key-bot-write', 'full'],
  ])('finds the scope of %s to be %s', async (key, scope) => {
    const { exit, stdout } = await svc('whoami --json', { env: { SVC_API_KEY: key, SVC_API_URL: server.url } })
    expect([exit, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ profile: null, scope })])
  })

  it('rejects a key that the world does not know, or whose user is retired', async () => {
    expect(await login('svc-key-nobody', 'x')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('AUTH_INVALID'),
    })
    const env = { SVC_API_KEY: 'svc-key-nobody', SVC_API_URL: server.url }
    expect(await svc('whoami', { env })).toMatchObject({ exit: 1, stderr: expect.stringContaining('AUTH_INVALID') })
  })

  it.runIf(existsSync('/dev/full')).each(['profile ls --json', 'whoami --json --profile nobody'])(
    '%s says on stderr that stdout is full',
    (line) => {
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(process.execPath, [bins.svc, ...line.split(' ')], {
        encoding: 'utf8',
        env: { HOME: home },
        stdio: ['ignore', full, 'pipe'],
      })
      closeSync(full)
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'error: UNEXPECTED: nothing more can be written to stdout: ENOSPC: no space left on device, write\n',
      })
    },
  )

  it('sends nothing before the input is complete', async () => {
    const before = server.emulator.journal.entries().length
    expect(await svc(`login --api-url ${server.url} --no-input`)).toMatchObject({ exit: 1 })
    expect(await svc(`login --api-url ${server.url} --api-key a --api-key-stdin`)).toMatchObject({ exit: 2 })
    expect(await svc('profile ls')).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(server.emulator.journal.entries().length).toBe(before)
  })

  it('ends quietly when its reader has gone', async () => {
    await login('svc-key-ada-admin', 'ada')
    const child = spawn(
      'sh',
      [
        '-c',
        `"${process.execPath}" "${bins.svc}" --help | true; "${process.execPath}" "${bins.svc}" profile ls | head -c 1`,
      ],
      {
        env: { PATH: process.env['PATH'], HOME: home },
      },
    )
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    await new Promise((resolve) => child.on('close', resolve))
    expect(text).toBe('*')
  })

  it('shows help and version with exit code 0 on stdout', async () => {
    const shown = { exit: 0, stderr: '', stdout: expect.stringMatching(/\w/) }
    for (const line of [
      '--help',
      '--version',
      'login --help',
      'logout -h',
      'whoami --help',
      'profile --help',
      'profile ls --help',
      'profile use --help',
    ]) {
      expect(await run(program, line.split(' '), home)).toMatchObject(shown)
    }
    for (const line of ['--help', '--version']) expect(await built(line)).toMatchObject(shown)
    expect((await svc('login --help')).stdout).toContain('Examples:')
    expect((await runBin(bins.worker, ['start', '--help'], { home })).stdout).toContain('--repin')
  })
})
