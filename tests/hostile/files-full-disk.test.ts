/** A disk without room: each file that a command writes is the old one or the new one, and the command says which. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { writeCoverage } from '../../emulator/adapters/testing/node-coverage-file.ts'
import { startServer, type RunningServer } from '../../emulator/adapters/node/server.ts'
import { ada, endAll, run, served, start, type RunOptions } from './programs.ts'
import { limited, mayLimit, mayMount, mountSmallDisk } from './small-disk.ts'

/** Requests of the commands: none changes the service. */
let server: RunningServer
let state: string
beforeAll(async () => {
  server = await startServer()
  state = await savedState()
})
afterEach(endAll)
afterAll(() => server.close())

async function savedState(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-saved-'))
  const first = await start(['--state', join(folder, 'state.json')])
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  const text = readFileSync(join(folder, 'state.json'), 'utf8')
  rmSync(folder, { recursive: true })
  return text
}

interface Done {
  readonly exit: unknown
  readonly said: string
}

/** Files that are there before, and what is run then; `through` runs it on the small disk. */
interface Kind {
  readonly before?: (folder: string) => Promise<void> | void
  run(folder: string, through: RunOptions): Promise<Done>
}

async function ended(result: ReturnType<typeof run>): Promise<Done> {
  const exit = await result.exit
  return { exit, said: result.out + result.err }
}

const profiles = Array.from(
  { length: 120 },
  (_, number) => `  profile-${number}:\n    api_key: svc-key-ada-admin\n    api_url: http://127.0.0.1:4010/v1\n`,
)
const pins = Array.from({ length: 120 }, (_, number) => `  profile-${number}: 00000000-0000-4000-8000-0000000000a1\n`)
const failing =
  'scenario: 1\nname: failing\nabout: Fails.\nsteps:\n  - http: GET /users/me\n    as: svc-key-ada-admin\n    expect: { status: 404 }\n'

function inStore(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, '.svc'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, '.svc', name), text, { mode: 0o600 })
}

const kinds: Readonly<Record<string, Kind>> = {
  'the credentials': {
    before: (folder) => inStore(folder, 'credentials.yaml', `default: profile-0\nprofiles:\n${profiles.join('')}`),
    run: (folder, through) =>
      ended(
        run('svc', ['login', '--profile', 'new', '--api-key', 'svc-key-ada-admin', '--api-url', server.url], {
          env: { HOME: folder },
          ...through,
        }),
      ),
  },
  'the pins of the worker': {
    before(folder) {
      inStore(
        folder,
        'credentials.yaml',
        `default: mine\nprofiles:\n  mine:\n    api_key: svc-key-ada-admin\n    api_url: ${server.url}\n`,
      )
      inStore(
        folder,
        'worker.yaml',
        `profile: profile-0\nuser_id: 00000000-0000-4000-8000-0000000000a1\npins:\n${pins.join('')}`,
      )
    },
    run: (folder, through) => ended(run('svc-worker', ['start', '--once'], { env: { HOME: folder }, ...through })),
  },
  'the state': {
    before: (folder) => writeFileSync(join(folder, 'state.json'), state),
    async run(folder, through) {
      const second = await start(['--state', join(folder, 'state.json'), '--log', 'silent'], through)
      await fetch(`${second.url}/orgs`, { method: 'POST', headers: ada, body: '{"alias":"more","name":"More"}' })
      second.child.kill('SIGTERM')
      return ended(second)
    },
  },
  'a recording': {
    before: (folder) => writeFileSync(join(folder, 'session.yaml'), 'the one before\n'),
    async run(folder, through) {
      const proxy = await served(
        ['record', '--target', server.url, '-o', join(folder, 'session.yaml'), '--port', '0', '--steps', '20'],
        through,
      )
      for (let count = 0; count < 20; count++) await fetch(`${proxy.url}/users/me`, { headers: ada })
      return ended(proxy)
    },
  },
  'a report of coverage': {
    before: (folder) => writeFileSync(join(folder, 'report.html'), 'the one before\n'),
    run: (folder, through) =>
      ended(
        run('svc-emulator', ['coverage', server.url, '--reporter', 'html', '-o', join(folder, 'report.html')], through),
      ),
  },
  'what a run leaves for coverage': {
    before: (folder) => mkdirSync(join(folder, 'coverage')),
    run: (folder, through) =>
      ended(
        run('svc-emulator', ['replay', 'modified-cursor', '--reporter', 'tap'], {
          env: { SVC_EMULATOR_COVERAGE: join(folder, 'coverage') },
          ...through,
        }),
      ),
  },
  'a bundle': {
    before: (folder) => {
      writeFileSync(join(folder, 'failing.yaml'), failing)
      writeFileSync(join(folder, 'failing.bundle.json'), 'the one before\n')
    },
    run: (folder, through) =>
      ended(run('svc-emulator', ['replay', join(folder, 'failing.yaml'), '--bundle-on-failure', folder], through)),
  },
  'a transcript': {
    before: (folder) => writeFileSync(join(folder, 'transcript.txt'), 'the one before\n'),
    run: (folder, through) =>
      ended(
        run('svc-emulator', ['replay', 'modified-cursor', '--transcript', join(folder, 'transcript.txt')], through),
      ),
  },
  starters: {
    run: (folder, through) => ended(run('svc-emulator', ['init', folder], through)),
  },
}

function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'latin1'),
    ]),
  )
}

async function expectUnharmed(kind: Kind, folder: string, through: RunOptions, reason: string): Promise<void> {
  const before = contents(folder)
  const { exit, said } = await kind.run(folder, through)
  expect(said).toContain(reason)
  expect(said).not.toMatch(/defect|not the fault/)
  expect([exit, contents(folder)]).toEqual([1, before])
}

describe.skipIf(!mayLimit)('where a write is cut short, the file before stays:', () => {
  it.each(Object.entries(kinds))('%s', async (_, kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-short-'))
    await kind.before?.(folder)
    await expectUnharmed(
      kind,
      folder,
      { through: (command) => limited(1, command) },
      'a file may not be that large here, EFBIG',
    )
    rmSync(folder, { recursive: true })
  })
})

// Mounting needs root, which a machine for tests may not give; the cut writes above need nobody.
describe.skipIf(!mayMount)('where the disk is nearly full, the file before stays:', () => {
  it.each(Object.entries(kinds))('%s', async (name, kind) => {
    const disk = mountSmallDisk(512 * 1024)!
    try {
      await kind.before?.(disk.folder)
      // One page: the beginning of a file fits. Small files would fit whole.
      disk.fill(['starters', 'a recording', 'a transcript'].includes(name) ? 0 : 4096)
      await expectUnharmed(kind, disk.folder, {}, 'no space is left on the disk, ENOSPC')
    } finally {
      disk.remove()
    }
  })

  it('the report of a test runner', async () => {
    const disk = mountSmallDisk(64 * 1024)!
    try {
      const file = join(disk.folder, 'report.json')
      writeFileSync(file, 'the one before\n')
      disk.fill(4096)
      await expect(writeCoverage([], { file, summary: false })).rejects.toMatchObject({ code: 'ENOSPC' })
      expect([readFileSync(file, 'utf8'), readdirSync(disk.folder).toSorted()]).toEqual([
        'the one before\n',
        ['filler', 'report.json'],
      ])
    } finally {
      disk.remove()
    }
  })
})
