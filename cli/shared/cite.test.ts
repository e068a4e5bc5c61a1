import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readCitations } from '../../emulator/scenario/run/citations.ts'
import { svc } from '../svc/program.ts'
import { newHome, run, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { cite, reportCitations } from './cite.ts'

const file = (): string => join(mkdtempSync(join(tmpdir(), 'svc-cite-')), 'report.jsonl')

afterEach(() => reportCitations(undefined))

/** Statements that a command line is seen to obey. */
async function citedBy(argv: readonly string[], home = newHome()): Promise<string[]> {
  const report = file()
  reportCitations(report)
  await run(svc, argv, home)
  return [...(await readCitations(report))!.keys()]
}

it('says nothing where nobody listens', () => {
  expect(() => cite('client.json-output')).not.toThrow()
})

it('begins with a line that says that this client reports', async () => {
  const report = file()
  reportCitations(report)
  expect(readFileSync(report, 'utf8')).toBe('{"reports":1}\n')
  expect([...(await readCitations(report))!]).toEqual([])
  expect(await readCitations(`${report}.none`)).toBeUndefined()
})

it('a refusal shows no success, and a success no refusal', async () => {
  const refused = await citedBy(['profile', 'use'])
  expect(refused).toEqual(expect.arrayContaining(['client.exit-2-on-usage-error', 'client.profile-use.name-required']))
  expect(refused).not.toContain('client.exit-0-on-success')
  const listed = await citedBy(['profile', 'ls'])
  expect(listed).toEqual(
    expect.arrayContaining(['client.exit-0-on-success', 'client.profile-ls.no-file', 'client.profile-ls.no-network']),
  )
  expect(listed).not.toContain('client.json-output')
})

it('shows the lines that were printed, and of JSON only what JSON says', async () => {
  const home = newHome()
  writeCredentials(home, 'default: a\nprofiles:\n  a: { api_key: svc-key-1, api_url: "http://a/v1" }\n')
  const lines = await citedBy(['profile', 'ls'], home)
  expect(lines).toContain('client.profile-ls.marks-default')
  expect(lines).not.toContain('client.profile-ls.two-spaces')
  expect(lines).not.toContain('client.profile-ls.line-per-profile')
  expect(lines).not.toContain('client.profile-ls.json-entries')
  const json = await citedBy(['profile', 'ls', '--json'], home)
  expect(json).toEqual(
    expect.arrayContaining([
      'client.profile-ls.json-entries',
      'client.profile-ls.json-realtime-url-null',
      'client.key-never-in-json',
    ]),
  )
  expect(json).not.toContain('client.profile-ls.marks-default')
})

it('an insecure file shows which command refused it', async () => {
  const home = newHome()
  writeCredentials(home, 'default: null\nprofiles: {}\n', 0o644)
  const cited = await citedBy(['profile', 'ls'], home)
  expect(cited).toEqual(
    expect.arrayContaining([
      'client.file.group-or-other-bits-refused',
      'client.file.mode-never-fixed',
      'client.profile-ls.insecure-file',
    ]),
  )
  expect(cited).not.toContain('client.logout.insecure-file')
})
