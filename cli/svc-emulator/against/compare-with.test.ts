import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractStamp, formatStamp } from '../../../emulator/contract/stamp.ts'
import type { Program } from '../../shared/command.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { clauses } from '../clauses.ts'
import { svcEmulator } from '../program.ts'

const program: Program = { ...svcEmulator, commands: [clauses] }
const own = formatStamp(contractStamp())

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-against-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...argv: string[]) => run(program, ['clauses', ...argv], folder)

interface Printed {
  contract: { version: string; digest: string; release: string }
  clauses: { id: string; statement: string; was?: string[]; since?: string; effect?: string }[]
  assumptions: { id: string; says: string }[]
}

/** Writes a contract that differs from the one of today. */
async function write(name: string, version: string, change: (printed: Printed) => void): Promise<string> {
  const printed = JSON.parse((await call('--reporter', 'json')).stdout) as Printed
  printed.contract = { version, digest: 'f'.repeat(64), release: '9.9.9' }
  change(printed)
  writeFileSync(join(folder, name), JSON.stringify(printed))
  return join(folder, name)
}

const findRow = ({ clauses: rows }: Printed, id: string) => rows.find((row) => row.id === id)!

describe('svc-emulator clauses --against', () => {
  it('tells an older contract from this one as a changelog, with both wordings', async () => {
    const file = await write('old.json', '0.9.0', (printed) => {
      findRow(printed, 'users.get.answers-user').statement = 'Get User answers the user.'
      printed.clauses = printed.clauses.filter(({ id }) => id !== 'users.limits.self')
      printed.clauses.push({ id: 'gone.long-ago', statement: 'It was said.' })
      printed.assumptions[0]!.says = 'Decided otherwise.'
    })
    const { exit, stdout } = await call('--against', file)
    expect(exit).toBe(0)
    expect(stdout).toContain(`Changes from svc-emulator 9.9.9 (contract 0.9.0) to ${own}\n`)
    expect(stdout).toContain(
      'changed: users.get.answers-user\n  before: Get User answers the user.\n  now: Get User answers the user object in `user`.\n',
    )
    expect(stdout).toContain('added: users.limits.self\n  The limits of a user are answered to that user.\n')
    expect(stdout).toContain('removed: gone.long-ago\n  It was said.\n')
    expect(stdout).toContain('changed: A-1\n  before: Decided otherwise.\n')
    expect(stdout).toMatch(
      /^3 clauses differ \(1 removed, 1 changed, 1 added\); 1 assumption differs \(1 changed\); 1 may break a client that relied on them \(removed, narrows, changes\)$/m,
    )
    const few = await call('--against', file, 'long', 'ago')
    expect(few.stdout).toContain('removed: gone.long-ago')
    expect(few.stdout).not.toContain('users.')
  })

  it('tells a newer one from this one on, with names, effects and ends', async () => {
    const file = await write('new.json', '9.0.0', (printed) => {
      const row = findRow(printed, 'users.get.answers-user')
      Object.assign(row, {
        id: 'users.get.answers',
        was: [row.id],
        statement: 'More.',
        since: '9.0.0',
        effect: 'narrows',
      })
      Object.assign(findRow(printed, 'users.limits.self'), { until: '10.0.0' })
    })
    const { from, to, clauses: changes } = JSON.parse((await call('--against', file, '--reporter', 'json')).stdout)
    expect([from, to.version]).toEqual([contractStamp(), '9.0.0'])
    expect(changes).toEqual([
      {
        kind: 'changed',
        id: 'users.get.answers',
        was: 'users.get.answers-user',
        before: 'Get User answers the user object in `user`.',
        now: 'More.',
        effect: 'narrows',
      },
      expect.objectContaining({ kind: 'deprecated', id: 'users.limits.self', until: '10.0.0' }),
    ])
    expect((await call('--against', file)).stdout).toContain(
      'changed: users.get.answers (narrows; was users.get.answers-user)\n',
    )
  })

  it('says that nothing changed', async () => {
    const file = join(folder, 'same.json')
    writeFileSync(file, (await call('--reporter', 'json')).stdout)
    expect((await call('--against', file)).stdout).toContain('no difference: both contracts say the same')
  })

  it('asks the release in the folder of a package', async () => {
    const rows = JSON.stringify({
      contract: { version: '0.9.0', digest: '3f1c', release: '0.0.1' },
      clauses: [{ id: 'gone.long-ago', statement: 'It was said.' }],
      assumptions: [],
    })
    mkdirSync(join(folder, 'other'))
    writeFileSync(join(folder, 'other/package.json'), '{ "version": "0.0.1", "bin": { "svc-emulator": "print.cjs" } }')
    writeFileSync(
      join(folder, 'other/print.cjs'),
      `if (process.argv[2] === 'clauses') console.log(${JSON.stringify(rows)})`,
    )
    const { stdout } = await call('--against', join(folder, 'other'))
    expect(stdout).toContain(`Changes from svc-emulator 0.0.1 (contract 0.9.0) to ${own}`)
    expect(stdout).toContain('removed: gone.long-ago')
  })

  it.each([
    ['nowhere.json', 'nowhere.json'],
    ['', 'is not the folder of a package with the command svc-emulator, such as node_modules/svc-emulator'],
    ['text.json', 'text.json is not valid JSON'],
    ['none.json', 'none.json is not a contract of `npx svc-emulator clauses --reporter json`: contract: missing'],
  ])('refuses what is no contract: %j', async (name, text) => {
    writeFileSync(join(folder, 'text.json'), 'clauses')
    writeFileSync(join(folder, 'none.json'), '{}')
    expect(await call('--against', join(folder, name))).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(text),
    })
  })

  it.each([[['--', 'npx', 'vitest', 'run']], [['--jobs', '2']]])('refuses %j without a contract', async (argv) => {
    expect(await call(...argv)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('a program after -- requires --against: npx svc-emulator clauses --against FILE'),
    })
  })
})
