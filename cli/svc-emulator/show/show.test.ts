import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import type { Program } from '../../shared/command.ts'
import { run } from '../../testing/in-process.ts'
import { svcEmulator } from '../program.ts'
import { show } from '../show.ts'
import { filledPage } from './filled-page.ts'
import { pageBundle, type PageBundle } from './page-bundle.ts'
import { servePage } from './serve-page.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function made(): Promise<Bundle> {
  const emulator = createEmulator({ trace: true })
  await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body: JSON.stringify({ alias: '</script>', type: 'text' }) })
  await emulator.fetch('/v1/blobs/acme', { method: 'POST', headers, body: JSON.stringify({ alias: 'logs', type: 'text' }) })
  emulator.clock.advance('5s')
  return JSON.parse(JSON.stringify(bundleOfRun(emulator, { name: 'a-test', about: 'A test.', problems: [] }))) as Bundle
}

const page = '<html><body><div id="app"></div>\n<script type="application/json" id="bundle"></script>\n<script type="module">1</script></body></html>'

describe('the page of a bundle', () => {
  it('answers what the control API would have, of journal, changes and tables', async () => {
    const bundle = await made()
    const { answers, trace } = await pageBundle(bundle)
    const of = (path: string) => answers[path] as Record<string, never>
    expect(of('/health')).toMatchObject({ scenario: 'a-test', now: new Date(bundle.state.now_ms).toISOString() })
    expect(of('/journal')).toMatchObject({ entries: bundle.journal, next: bundle.journal.length })
    expect(of('/journal/2')).toEqual({ entry: bundle.journal[1] })
    expect(of('/journal/2/changes')).toMatchObject({ inserted: [{ table: 'blobs', record: { alias: 'logs' } }, { table: 'operations' }] })
    expect(of('/state/blobs')).toMatchObject({ records: expect.arrayContaining([expect.objectContaining({ alias: 'logs' })]) as unknown, next: null })
    expect((answers['/coverage'] as { clauses: { exercised: number } }).clauses.exercised).toBeGreaterThan(3)
    expect(trace).toEqual(bundle.trace)
  })

  it('holds every record of a table that has many, and no secret', async () => {
    const emulator = createEmulator({ trace: true })
    for (let n = 0; n < 2_100; n++) emulator.world.users.insert({ alias: `user-${n}` })
    const { answers } = await pageBundle(JSON.parse(JSON.stringify(bundleOfRun(emulator, { name: 'a', about: 'a', problems: [] }))) as Bundle)
    expect((answers['/state/users'] as { records: unknown[] }).records).toHaveLength(emulator.world.users.size)
    expect(JSON.stringify(answers['/state/api_keys'])).not.toContain('svc-key-a')
    expect(JSON.stringify(answers['/state/tokens'])).not.toContain('svc-token-')
    expect(answers['/state/api_keys']).toMatchObject({ records: expect.arrayContaining([expect.objectContaining({ key: '[redacted]' })]) as unknown })
  })

  it('is data that cannot leave its element', async () => {
    const filled = filledPage(page, await pageBundle(await made()))
    expect(filled.match(/<\/script>/g)).toHaveLength(2)
    const json = /id="bundle">(.*?)<\/script>/s.exec(filled)![1]!
    expect((JSON.parse(json) as PageBundle).svc_emulator_page).toBe(1)
    expect(() => filledPage('<html></html>', { svc_emulator_page: 1, answers: {}, trace: [] })).toThrow('no slot')
  })

  it('is served to this machine, alone', async () => {
    const served = await servePage(page, 0)
    try {
      const answer = await fetch(served.url)
      expect([answer.status, await answer.text(), answer.headers.get('x-frame-options')]).toEqual([200, page, 'DENY'])
      expect((await fetch(`${served.url}other`)).status).toBe(404)
      expect((await fetch(served.url, { method: 'POST' })).status).toBe(405)
    } finally {
      await served.close()
    }
  })
})

describe('svc-emulator show', () => {
  const program: Program = { ...svcEmulator, commands: [show] }
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-show-'))
  })
  afterEach(() => rm(folder, { recursive: true }))
  const call = (...argv: string[]) => run(program, ['show', ...argv], folder)

  it.each([
    [['x.bundle.json', '--output', 'x.txt'], 2, "--output takes a file that ends in .html; it was 'x.txt'"],
    [['x.bundle.json', '--output', 'x.html', '--port', '1'], 2, 'it does not go with --port'],
    [[], 2, 'bundle'],
    [['/nowhere/x.bundle.json'], 1, '/nowhere/x.bundle.json'],
  ])('refuses %j', async (argv, exit, message) => {
    expect(await call(...argv)).toMatchObject({ exit, stderr: expect.stringContaining(message) as string })
  })

  it('says what a file is that is no bundle, and where a bundle is wrong', async () => {
    const file = join(folder, 'x.json')
    await writeFile(file, JSON.stringify({ scenario: 1, name: 'x', about: 'x' }))
    expect((await call(file)).stderr).toContain('x.json is no bundle, but a scenario: svc-emulator replay --bundle-on-failure FOLDER makes one')
    await writeFile(file, JSON.stringify({ ...await made(), state: 3 }))
    expect((await call(file)).stderr).toMatch(/x\.json:1:\d+ state: expected object, got number 3/)
  })
})
