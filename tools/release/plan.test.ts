import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { facts } from './facts.ts'
import { changelogProblems, changesetProblems, publishingPlan, waitingChangesets } from './plan.ts'

const packed = { name: 'svc-emulator', version: '1.2.3', size: 2_340_000, unpackedSize: 7_800_000, entryCount: 400 }

it('tells what a tag publishes', () => {
  expect(publishingPlan(packed, { ...facts, image: 'ghcr.io/a/svc-emulator' })).toEqual([
    'To be published by the tag v1.2.3:',
    `  npm    svc-emulator@1.2.3 as 'latest'`,
    '         400 files, 2.3 MB packed, 7.8 MB unpacked',
    '  file   svc-emulator-1.2.3-linux-x64.tar.gz',
    '  file   svc-emulator-1.2.3-linux-arm64.tar.gz',
    '  file   svc-emulator-1.2.3-macos-arm64.tar.gz',
    '  file   svc-emulator-1.2.3-windows-x64.tar.gz',
    '  file   pytest_svc_emulator-1.2.3-py3-none-any.whl',
    '  image  ghcr.io/a/svc-emulator:1.2.3 (linux/amd64, linux/arm64)',
    '  image  ghcr.io/a/svc-emulator:1.2 (linux/amd64, linux/arm64)',
    '  image  ghcr.io/a/svc-emulator:latest (linux/amd64, linux/arm64)',
    'git tag v1.2.3 && git push origin v1.2.3',
  ])
})

it('keeps a prerelease from those who did not ask for it', () => {
  const told = publishingPlan({ ...packed, version: '2.0.0-rc.1' }, facts).join('\n')
  expect(told).toContain(`as 'next'`)
  expect(told).not.toContain('svc-emulator:2.0 ')
})

it.each([
  ['# x\n\n## 1.0.0\n\n- A.\n', []],
  ['# x\n\n## 1.0.1\n\n- A.\n', [`CHANGELOG.md has no section '## 1.0.0'`]],
  ['# x\n\n## 1.0.0\n\n## 0.9.0\n\n- A.\n', [`section '## 1.0.0' of CHANGELOG.md names no change`]],
])('asks the changelog for the version: %j', (text, problems) => {
  expect(changelogProblems(text, '1.0.0')).toEqual(problems)
})

it('names the command that moves a changeset into the notes', () => {
  expect(changesetProblems(['faster.md'])).toEqual([
    '.changeset/faster.md is not in the notes: `npm run release -- --notes` moves it there',
  ])
})

it('finds the changesets that wait for a release', () => {
  expect(waitingChangesets(['README.md', 'config.json', 'faster.md'])).toEqual(['faster.md'])
})

const folder = resolve(import.meta.dirname, '../../.changeset')
const waiting = waitingChangesets(readdirSync(folder))

// After a release there are none.
it('can make notes of the changesets that wait', () => {
  const { name: packageName } = JSON.parse(readFileSync(resolve(folder, '../package.json'), 'utf8')) as { name: string }
  for (const name of waiting) {
    const [, kinds = '', text = ''] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(resolve(folder, name), 'utf8')) ?? []
    expect(kinds.replaceAll(/['"]/g, ''), name).toMatch(new RegExp(`^${packageName}: (?:patch|minor|major)$`))
    expect(text.trim(), name).toMatch(/[.!]$/)
  }
})
