import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StatedRow } from '../../emulator/contract/changes.ts'
import type { ContractStamp } from '../../emulator/contract/stamp.ts'
import { type Plan, renamed, reworded } from './plan.ts'
import { type Ended, openRelease, type Release, runCommand } from './release.ts'
import { planSecondContract, ROWS } from './second-contract.ts'
import { buildSecondRelease, second } from './second-release.ts'
import { writeFiles } from './write-files.ts'

/** Written by the release of today and by one whose contract has a hundred and sixty other rows: each reads what the other wrote. */
const kept = join(import.meta.dirname, 'written-by-0.1.0')

interface Side {
  readonly release: Release
  /** Files that it wrote. */
  readonly files: string
  readonly stamp: ContractStamp
}

let folder: string
let plan: Plan
let first: Side
let next: Side

const read = (side: Side, name: string): string => readFileSync(join(side.files, name), 'utf8')
const json = <T>(side: Side, name: string): T => JSON.parse(read(side, name)) as T
const run = ({ release }: Side, ...words: string[]): Promise<Ended> => runCommand(release, ...words)

async function openSide(path: string, files: string): Promise<Side> {
  const release = await openRelease(path)
  const { contract } = JSON.parse((await runCommand(release, 'clauses', '--reporter', 'json')).stdout) as {
    contract: ContractStamp
  }
  return { release, files, stamp: contract }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-versions-'))
  const { clauses } = JSON.parse(readFileSync(join(kept, 'coverage.json'), 'utf8')) as Counted
  plan = planSecondContract(new Set(clauses.items.flatMap(({ id, count }) => (count > 0 ? [id] : []))))
  mkdirSync(join(folder, 'package'))
  await buildSecondRelease(plan, join(folder, 'package'))
  first = await openSide(resolve(import.meta.dirname, '../..'), join(folder, 'first'))
  next = await openSide(join(folder, 'package'), join(folder, 'second'))
  for (const { release, files } of [first, next]) await writeFiles(release, files)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Counted {
  readonly contract: ContractStamp
  readonly clauses: { readonly items: readonly { readonly id: string; readonly count: number }[] }
  /** Clauses of the client; older releases counted them with those of the service. */
  readonly client?: Counted['clauses']
  readonly unknown?: readonly { readonly id: string }[]
}

const itemsIn = ({ clauses, client }: Counted) => [...clauses.items, ...(client?.items ?? [])]

/** The reader, the writer, and the folder of its files. */
const pairs = [
  ['the second', () => [next, first] as const],
  ['the first', () => [first, next] as const],
] as const

describe.each(pairs)('%s release reads', (_name, sides) => {
  it('a state of the other, and exports it as its own', () => {
    const [reader, writer] = sides()
    const state = json<{ contract: ContractStamp; tables: object }>(writer, 'state.json')
    const exported = reader.release.library.createEmulator({ state }).export()
    expect(state.contract).toEqual(writer.stamp)
    expect(exported.contract).toEqual(reader.stamp)
    expect(JSON.parse(JSON.stringify(exported.tables))).toEqual(state.tables)
  })

  it.each(['run.bundle.json', 'replayed.bundle.json'])(
    '%s: plays each step, and ends with what changed',
    async (name) => {
      const [reader, writer] = sides()
      const bundle = json<{ contract: ContractStamp; scenario: { steps: object[] } }>(writer, name)
      const { ok, steps, notes, changed = [] } = await reader.release.scenario.replay(join(writer.files, name))
      expect(bundle.contract).toEqual(writer.stamp)
      expect([ok, steps.map(({ status }) => status)]).toEqual([true, bundle.scenario.steps.map(() => 'passed')])
      expect(notes.join('\n')).toContain(
        `written by svc-emulator ${writer.stamp.release} (contract ${writer.stamp.version})`,
      )
      expect(new Set(changed.map(({ kind }) => kind)).size).toBeGreaterThan(reader === next ? 3 : 1)
      const narrowed = plan.rows.narrows.find((id) => changed.some((change) => change.id === id))!
      const [before, now] = [writer, reader].map((side) => findRow(side, narrowed).statement)
      expect(changed).toContainEqual(expect.objectContaining({ kind: 'changed', id: narrowed, before, now }))
      expect(notes).toContain(`  before: ${before}`)
    },
  )

  it('a recording, and says who wrote it', async () => {
    const [reader, writer] = sides()
    const { ok, steps } = await reader.release.scenario.replay(join(writer.files, 'recording.yaml'))
    expect([ok, steps.length > 5, steps.filter(({ status }) => status !== 'passed')]).toEqual([true, true, []])
    expect(read(writer, 'recording.yaml')).toContain(writer.stamp.digest)
  })

  it('a report of coverage, with the statements that it does not know', async () => {
    const [reader, writer] = sides()
    const file = join(writer.files, 'coverage.json')
    const written = json<Counted>(writer, 'coverage.json')
    const { exit, stdout } = await run(reader, 'coverage', file, '--reporter', 'json', '--wire', 'rest,realtime,client')
    const counted = JSON.parse(stdout) as Counted
    const own = new Set(itemsIn(json<Counted>(reader, 'coverage.json')).map(({ id }) => id))
    const names = new Map(plan.rows.renamed.map((id) => [id, renamed(id)]))
    const today = (id: string): string => (reader === next ? (names.get(id) ?? id) : id)
    const foreign = itemsIn(written)
      .map(({ id }) => today(id))
      .filter((id) => !own.has(id))
    expect(foreign).toHaveLength(reader === next ? ROWS : 2 * ROWS)
    expect([exit, counted.contract, counted.unknown?.map(({ id }) => id)]).toEqual([0, writer.stamp, foreign])
    const counts = (items: Counted['clauses']['items']) => items.filter(({ id, count }) => count > 0 && own.has(id))
    expect(counts(itemsIn(counted))).toHaveLength(
      counts(itemsIn(written).map((item) => ({ ...item, id: today(item.id) }))).length,
    )
    const { stdout: text } = await run(reader, 'coverage', file)
    expect(text).toContain(
      `${foreign.length} statements unknown to contract ${reader.stamp.version}, and not counted: ${foreign.join(', ')}`,
    )
    expect(text).toContain(`counted by svc-emulator ${writer.stamp.release}`)
  })

  it('reports of both apart, and merges none', async () => {
    const [reader, writer] = sides()
    const [own, other] = [reader, writer].map(({ files }) => join(files, 'coverage.json')) as [string, string]
    const { exit, stderr } = await run(reader, 'coverage', own, other)
    expect(exit).toBe(2)
    expect(stderr).toContain(
      `reports of two contracts cannot be merged: ${own} of svc-emulator ${reader.stamp.release} (contract ${reader.stamp.version}), digest ${reader.stamp.digest.slice(0, 8)}; ${other} of svc-emulator ${writer.stamp.release}`,
    )
    expect(await run(reader, 'coverage', own, own)).toMatchObject({ exit: 0 })
  })

  it('the contract of the other, which differs by every row that was changed', async () => {
    const [reader, writer] = sides()
    for (const other of [join(writer.files, 'contract.json'), writer.release.folder]) {
      const { exit, stdout } = await run(reader, 'clauses', '--against', other, '--reporter', 'json')
      const { from, to, clauses, assumptions: others } = JSON.parse(stdout) as Changes
      expect([exit, from.version, to.version]).toEqual([0, first.stamp.version, next.stamp.version])
      expect(others).toEqual([])
      const listIds = (kind: string) =>
        clauses
          .filter((change) => change.kind === kind)
          .map(({ id }) => id)
          .toSorted()
      const { narrows, changes, widens, rewords, removed, deprecated, renamed: moved } = plan.rows
      expect(listIds('changed')).toEqual([...narrows, ...changes, ...widens, ...rewords].toSorted())
      expect(listIds('removed')).toEqual(removed.toSorted())
      expect(listIds('renamed')).toEqual(moved.map(renamed).toSorted())
      expect(listIds('deprecated')).toEqual(deprecated.toSorted())
      expect(listIds('added')).toEqual(plan.added.toSorted())
      for (const { id, kind, before, now, effect } of clauses) {
        if (kind !== 'changed') continue
        expect(plan.rows[effect]).toContain(id)
        expect(now).toBe(reworded(before, effect))
      }
    }
  })

  it('clauses of the other in a scenario, whose steps are played', async () => {
    const [reader, writer] = sides()
    const exercised = json<Counted>(writer, 'coverage.json').clauses.items.filter(({ count }) => count > 0)
    const labels = exercised.map(({ id }) => id)
    const written = JSON.stringify(writer.stamp)
    const text = readFileSync(join(import.meta.dirname, 'written.yaml'), 'utf8')
      .replace(/^clauses: .*$/m, `clauses: [${labels.join(', ')}]\ncontract: ${written}`)
      .replace('clauses: [user.has-name]', `clauses: [${labels.find((id) => id.startsWith('user.role')) ?? labels[0]}]`)
    const file = join(folder, 'labelled.yaml')
    writeFileSync(file, text)
    const { exit, stdout } = await run(reader, 'replay', file)
    const foreign = labels.filter(
      (id) => !json<Counted>(reader, 'coverage.json').clauses.items.some((item) => item.id === id),
    )
    expect(foreign.length).toBeGreaterThan(2)
    expect({ exit, stdout }).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('1 scenario: all passed; 9 steps'),
    })
    for (const id of foreign) {
      const isRenamed = reader === next && plan.rows.renamed.includes(id)
      const said = isRenamed
        ? `the clause '${id}' is called '${renamed(id)}'`
        : `unknown clause '${id}', which is not checked (written by svc-emulator ${writer.stamp.release} (contract ${writer.stamp.version}); this is svc-emulator ${reader.stamp.release}`
      const told = stdout.split('\n').find((line) => line.includes(said))
      expect(told, said).toMatch(/labelled\.yaml:\d+:\d+ /)
    }
    expect(await run(reader, 'validate', file)).toMatchObject({ exit: 0, stdout: expect.stringContaining('warning: ') })
  })

  it('no accepted mutant and no --only of the other', async () => {
    const [reader, writer] = sides()
    const own = new Set(itemsIn(json<Counted>(reader, 'coverage.json')).map(({ id }) => id))
    const foreign = json<Counted>(writer, 'coverage.json').clauses.items.find(
      ({ id, count }) => count > 0 && !own.has(id),
    )!.id
    const scenario = join(import.meta.dirname, 'written.yaml')
    const accept = join(folder, 'accept.yaml')
    writeFileSync(accept, `${foreign}: known\n`)
    const accepting = await run(reader, 'replay', scenario, '--mutate', '--accept', accept)
    expect(accepting).toMatchObject({ exit: 2, stderr: expect.stringContaining(`there is no mutant '${foreign}'`) })
    const other = plan.rows.renamed[0]!
    const named = await run(next, 'replay', scenario, '--mutate', '--only', `${plan.stand},${other}`)
    expect(named).toMatchObject({ exit: 2, stderr: expect.stringContaining(`which is called '${renamed(other)}' now`) })
    const only = await run(reader, 'replay', scenario, '--mutate', '--only', foreign)
    expect(only).toMatchObject({ exit: 2, stderr: expect.stringContaining(`'${foreign}'`) })
  })
})

interface Changes {
  readonly from: ContractStamp
  readonly to: ContractStamp
  readonly clauses: readonly {
    readonly kind: string
    readonly id: string
    readonly before: string
    readonly now: string
    readonly effect: 'narrows' | 'changes' | 'widens' | 'rewords'
  }[]
  readonly assumptions: readonly { readonly kind: string; readonly id: string }[]
}

function findRow(side: Side, id: string): StatedRow {
  return json<{ clauses: StatedRow[] }>(side, 'contract.json').clauses.find((row) => row.id === id)!
}

it('writes its stamp into every kind of file', async () => {
  for (const side of [first, next]) {
    for (const name of [
      'contract',
      'coverage',
      'state',
      'run.bundle',
      'replayed.bundle',
      'explore',
      'replay',
      'mutation',
    ])
      expect(json<{ contract: ContractStamp }>(side, `${name}.json`).contract, name).toEqual(side.stamp)
    for (const document of ['openapi', 'openrpc'])
      expect(JSON.parse((await run(side, document)).stdout)['x-contract'], document).toEqual(side.stamp)
  }
  expect(next.stamp).toMatchObject({ version: second.contract, release: second.release })
  expect(next.stamp.digest).not.toBe(first.stamp.digest)
})

it.each([
  // It has each clause of the first but those that went, and those under other ids do not count.
  ['the second', () => [first, next] as const, 'is unknown to'],
  ['the first', () => [next, first] as const, '26 clauses exercised'],
])(
  'replays on a server of %s release, which is asked for no clause that it does not have',
  async (_name, sides, said) => {
    const [own, other] = sides()
    const served = await other.release.server.startServer()
    try {
      const file = join(folder, 'served.yaml')
      const ids = json<Counted>(own, 'coverage.json').clauses.items.flatMap(({ id, count }) => (count > 0 ? [id] : []))
      const text = readFileSync(join(import.meta.dirname, 'written.yaml'), 'utf8')
      writeFileSync(file, text.replace(/^clauses: .*$/m, `clauses: [${ids.join(', ')}]`))
      const { exit, stdout } = await run(own, 'replay', file, '--target', served.url)
      expect({ exit, stdout }).toMatchObject({ exit: 0, stdout: expect.stringContaining(said) })
    } finally {
      await served.close()
    }
  },
)
