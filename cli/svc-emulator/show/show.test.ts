import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import type { Bundle } from '../../../emulator/scenario/bundle.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { shownBundle, type ShownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import type { Program } from '../../shared/command.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import { svcEmulator } from '../program.ts'
import { show } from '../show.ts'
import { filledPage } from './record-page.ts'
import { servePage } from './serve-page.ts'

const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }

async function made(): Promise<Bundle> {
  const emulator = createEmulator({ trace: true })
  await emulator.fetch('/v1/blobs/acme', {
    method: 'POST',
    headers,
    body: JSON.stringify({ alias: '</script>', type: 'text' }),
  })
  await emulator.fetch('/v1/blobs/acme', {
    method: 'POST',
    headers,
    body: JSON.stringify({ alias: 'logs', type: 'text' }),
  })
  emulator.clock.advance('5s')
  return JSON.parse(JSON.stringify(bundleOfRun(emulator, { name: 'a-test', about: 'A test.', problems: [] }))) as Bundle
}

const page =
  '<html><body><div id="app"></div>\n<script type="application/json" id="bundle"></script>\n<script type="module">1</script></body></html>'

describe('the page of a bundle', () => {
  it('is data that cannot leave its element', async () => {
    const filled = filledPage(page, shownBundle(await made()))
    expect(filled.match(/<\/script>/g)).toHaveLength(2)
    const json = /id="bundle">(.*?)<\/script>/s.exec(filled)![1]!
    expect((JSON.parse(json) as ShownBundle).svc_emulator_page).toBe(1)
    const shown = shownBundle(await made())
    expect(() => filledPage('<html></html>', shown)).toThrow('no slot')
  })

  it('begins with the starter world, until a bundle replaces it', async () => {
    const starter = filledPage(page, { svc_emulator_starter: 1 })
    expect(starter).toContain('id="bundle">{"svc_emulator_starter":1}</script>')
    const filled = filledPage(starter, shownBundle(await made()))
    expect(filled).not.toContain('svc_emulator_starter')
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
    [['x.bundle.json', '--output', 'x.txt'], "--output takes a file that ends in .html; it was 'x.txt'"],
    [['x.bundle.json', '--output', 'x.html', '--port', '1'], 'it cannot be combined with --port'],
    [[], 'show takes a bundle file, or --starter for the starter world'],
    [['http://127.0.0.1:9/v1'], 'its inspector at http://127.0.0.1:9/__emulator/, and its run as a bundle at'],
    [
      ['x.bundle.json', '--starter'],
      "--starter shows the starter world and takes no bundle; it was given 'x.bundle.json'",
    ],
    [['--starter', '--output', 'x.txt'], "--output takes a file that ends in .html; it was 'x.txt'"],
    [['--starter', '--output', 'x.html', '--no-open'], 'it cannot be combined with --port or --no-open'],
    [['/nowhere/x.bundle.json'], '/nowhere/x.bundle.json'],
  ])('refuses %j', async (argv, message) => {
    expect(await call(...argv)).toMatchObject({ exit: 2, stderr: expect.stringContaining(message) as string })
  })

  it('says what a file is that is no bundle, and where a bundle is wrong', async () => {
    const file = join(folder, 'x.json')
    await writeFile(file, JSON.stringify({ scenario: 1, name: 'x', about: 'x' }))
    expect((await call(file)).stderr).toContain(
      'x.json is not a bundle, but a scenario: npx svc-emulator replay --bundle-on-failure FOLDER makes one',
    )
    await writeFile(file, JSON.stringify({ facts: 1 }))
    expect((await call(file)).stderr).toContain('x.json is not a bundle, but a facts file: ')
    const program = join(folder, 'client.mjs')
    await writeFile(program, 'const answer = { a: 1 }\nconsole.log({ answer })\n')
    expect((await call(program)).stderr).toMatch(/client\.mjs is not a bundle: npx svc-emulator replay .*\n$/)
    const { state, ...bundle } = await made()
    await writeFile(file, JSON.stringify({ ...bundle, state: { ...state, now_ms: 'soon' } }))
    expect(await call(file)).toMatchObject({ exit: 2, stderr: expect.stringContaining('now_ms') as string })
    await writeFile(file, JSON.stringify({ ...bundle, state: 3 }))
    expect((await call(file)).stderr).toMatch(/x\.json:1:\d+ state: expected object, got number 3/)
  })
})
