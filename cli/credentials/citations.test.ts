import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCitations } from '../../emulator/scenario/run/citations.ts'
import { reportCitations } from '../shared/cite.ts'
import { ioFor, newHome, writeCredentials } from '../../tests/helpers/cli/in-process.ts'
import { type CredentialFlags, resolveCredentials } from './resolve.ts'
import { changeStore, readStore } from './store.ts'

let home: string
beforeEach(() => {
  home = newHome()
})
afterEach(() => reportCitations(undefined))

/** Statements about one subject that the work is seen to obey. */
async function cited(subject: string, work: () => Promise<unknown>): Promise<string[]> {
  const report = join(mkdtempSync(join(tmpdir(), 'svc-cite-')), 'report.jsonl')
  reportCitations(report)
  await work()
  return [...(await readCitations(report))!.keys()].filter((id) => id.startsWith(`client.${subject}.`)).toSorted()
}

const store =
  'default: work\nprofiles:\n  work:\n    api_key: key-work\n    api_url: http://work/v1\n  ci:\n    api_key: key-ci\n    api_url: http://ci/v1\n    realtime_url: ws://ci/r\n'
const flagsWin = 'client.resolution.flags-over-environment'
const environmentWins = 'client.resolution.environment-over-profile'

describe('where a value came from is cited', () => {
  it.each<[string, CredentialFlags, Record<string, string>, string[]]>([
    ['nothing but the default profile', {}, {}, []],
    ['a key flag beside another key', { apiKey: 'k' }, { SVC_API_KEY: 'other' }, [flagsWin]],
    ['a key flag that says what the environment says', { apiKey: 'k' }, { SVC_API_KEY: 'k' }, []],
    ['a key flag alone', { apiKey: 'k' }, {}, []],
    ['a URL flag beside another URL', { apiUrl: 'http://flag/v1' }, { SVC_API_URL: 'http://env/v1' }, [flagsWin]],
    ['a profile flag beside another profile', { profile: 'ci' }, { SVC_PROFILE: 'work' }, [flagsWin]],
    ['a profile flag beside the same', { profile: 'ci' }, { SVC_PROFILE: 'ci' }, []],
    ['a profile flag beside a key', { profile: 'ci' }, { SVC_API_KEY: 'k' }, [flagsWin]],
    ['the profile of the environment', {}, { SVC_PROFILE: 'ci' }, ['client.resolution.svc-profile']],
    ['a URL of the environment', {}, { SVC_API_URL: 'http://env/v1' }, [environmentWins]],
    ['a URL of the environment that is the stored one', {}, { SVC_API_URL: 'http://work/v1' }, []],
    ['a key of the environment', {}, { SVC_API_KEY: 'k' }, [environmentWins]],
  ])('%s', async (_, flags, env, expected) => {
    writeCredentials(home, store)
    expect(await cited('resolution', () => resolveCredentials(flags, ioFor(home, { env })))).toEqual(expected)
  })

  it('a key of the environment without a file', async () => {
    expect(await cited('resolution', () => resolveCredentials({}, ioFor(home, { env: { SVC_API_KEY: 'k' } })))).toEqual(
      ['client.resolution.env-key-without-file'],
    )
  })

  it('the source of each is told', async () => {
    writeCredentials(home, store)
    const from = async (flags: CredentialFlags, env: Record<string, string>) =>
      (await resolveCredentials(flags, ioFor(home, { env }))).from
    expect(await from({}, {})).toEqual({
      apiKey: 'profile',
      apiUrl: 'profile',
      realtimeUrl: 'default',
      profile: 'profile',
    })
    expect(await from({ profile: 'ci', apiUrl: 'http://f/v1' }, {})).toEqual({
      apiKey: 'profile',
      apiUrl: 'flag',
      realtimeUrl: 'profile',
      profile: 'flag',
    })
    expect(await from({}, { SVC_API_KEY: 'k', SVC_REALTIME_URL: 'ws://e/r' })).toEqual({
      apiKey: 'environment',
      apiUrl: 'default',
      realtimeUrl: 'environment',
      profile: 'default',
    })
    expect(await from({ apiKey: 'k' }, { SVC_PROFILE: 'ci' })).toEqual({
      apiKey: 'flag',
      apiUrl: 'default',
      realtimeUrl: 'default',
      profile: 'environment',
    })
  })
})

describe('what a file shows is cited', () => {
  const read = ['client.file.default-names-profile', 'client.file.path', 'client.file.yaml-default-and-profiles']
  it.each([
    ['with a default', store, read],
    ['whose default is gone', store.replace('default: work', 'default: gone'), read.slice(1)],
    ['without a default', store.replace('default: work', 'default: null'), read.slice(1)],
    ['without profiles', 'default: null\nprofiles: {}\n', []],
  ])('a file %s', async (_, text, expected) => {
    writeCredentials(home, text)
    expect(await cited('file', () => readStore(ioFor(home)))).toEqual(expected)
  })

  it('that a profile needs no realtime URL, where one has none', async () => {
    writeCredentials(home, store)
    expect(await cited('profile', () => readStore(ioFor(home)))).toEqual([
      'client.profile.holds-key-and-url',
      'client.profile.realtime-url-optional',
    ])
    writeCredentials(home, store.replace(/ {2}work:\n.*\n.*\n/, ''))
    expect(await cited('profile', () => readStore(ioFor(home)))).toEqual(['client.profile.holds-key-and-url'])
  })

  const put = (env: Record<string, string> = {}) =>
    changeStore(ioFor(home, { env }), (open) => open.put('new', { apiKey: 'key-new', apiUrl: 'http://new/v1' }))

  it('the first write, which replaces nothing and keeps nothing', async () => {
    expect(await cited('file', () => put())).toEqual(['client.file.mode-0600'])
  })

  it('a write that replaces the file and keeps its profiles', async () => {
    writeCredentials(home, store)
    expect(await cited('file', () => put())).toEqual([
      'client.file.mode-0600',
      'client.file.rewritten-whole',
      'client.file.written-atomically',
    ])
  })

  it('a write of the old release, where there was a realtime URL to drop', async () => {
    writeCredentials(home, store)
    const dropped = 'client.file.old-release-drops-realtime-url'
    expect(await cited('file', () => put({ SVC_CREDENTIALS_RELEASE: '0' }))).toContain(dropped)
    expect(await cited('file', () => put({ SVC_CREDENTIALS_RELEASE: '0' }))).not.toContain(dropped)
  })

  it('that the mode of a file which others may read is left as it is', async () => {
    writeCredentials(home, store, 0o644)
    const refused = () =>
      expect(readStore(ioFor(home))).rejects.toMatchObject({ code: 'INSECURE_CREDENTIALS_PERMISSIONS' })
    expect(await cited('file', refused)).toEqual([
      'client.file.group-or-other-bits-refused',
      'client.file.mode-never-fixed',
    ])
  })
})
