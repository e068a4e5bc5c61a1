import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientMutants } from '../../emulator/contract/client-mutants.ts'
import { bins } from '../helpers/cli/bins.ts'

const root = resolve(import.meta.dirname, '../..')
const { buildBreakableClient } = (await import(
  new URL('../../tools/build/breakable-client.mjs', import.meta.url).href
)) as {
  buildBreakableClient(folder: string): Promise<{ client: string; worker: string }>
}

interface Report {
  readonly score: { readonly percent: number; readonly unmet: number }
  readonly mutants: readonly { readonly id: string; readonly status: string; readonly noticed?: string }[]
}

/** Milliseconds in which every scenario of the client is played, with each mutant or with none, on a machine that does ten other things. */
const ALL_SCENARIOS_MS = 900_000

describe('a client that is broken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-breakable-'))
  let built: { client: string; worker: string }
  let report: Report

  const replay = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/cli/svc-emulator.js', 'replay', ...words], {
      cwd: root,
      maxBuffer: 1 << 26,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    )
  const broken = (id: string) => [
    '--client',
    `env SVC_EMULATOR_BROKEN=${id} ${built.client}`,
    '--worker',
    `env SVC_EMULATOR_BROKEN=${id} ${built.worker}`,
  ]

  beforeAll(async () => {
    built = await buildBreakableClient(folder)
    const { stdout, stderr } = await replay(
      'scenarios/client',
      '--mutate',
      '--only',
      'client,worker',
      '--client',
      built.client,
      '--worker',
      built.worker,
      '--reporter',
      'json',
    )
    expect(stderr).toBe('')
    report = JSON.parse(stdout) as Report
  }, ALL_SCENARIOS_MS)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('is noticed by the shipped scenarios', () => {
    expect(report.mutants.map(({ id }) => id)).toEqual(clientMutants.map(({ id }) => id))
    expect(
      report.mutants.filter(({ status }) => status !== 'killed').map(({ id, status }) => `${id} ${status}`),
    ).toEqual([])
  })

  it(
    'is as ever where nothing is broken, whatever it takes to break it',
    async () => {
      expect(await replay('scenarios/client', ...broken('none'))).toMatchObject({ code: 0 })
      const repeated = new Set(clientMutants.filter(({ by }) => by.mutator === 'again').map(({ id }) => id))
      const by = new Set(
        report.mutants
          .filter(({ id }) => repeated.has(id))
          .map(({ noticed = '' }) => noticed.split(',')[0]!.replace(/^client-/, '')),
      )
      expect(by.size).toBeGreaterThan(0)
      expect(
        await replay(...[...by].map((name) => `scenarios/client/${name}.yaml`), ...broken('none/again')),
      ).toMatchObject({ code: 0 })
    },
    ALL_SCENARIOS_MS,
  )

  it('is broken again by the line that the report names', async () => {
    expect(
      await replay('scenarios/client/profile-ls.yaml', ...broken('client.profile-ls.marks-default')),
    ).toMatchObject({ code: 1 })
  })

  it('is none that is published', async () => {
    const refused = await replay('scenarios/client', '--mutate', '--client', `${process.execPath} ${bins.svc}`)
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--client names a client that cannot be broken'),
    })
    for (const bin of [bins.svc, bins.worker]) {
      const files = requiredBy(bin)
      expect(files.size).toBeGreaterThan(1)
      expect(
        [...files].filter((file) => /SVC_EMULATOR_BROKEN|leaves `schema_version` out/.test(readFileSync(file, 'utf8'))),
      ).toEqual([])
    }
  })
})

/** A built file and those that it requires, and so on. */
function requiredBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/require\(["'](\.[^"']+)["']\)/g))
    requiredBy(resolve(dirname(file), name!), found)
  return found
}
