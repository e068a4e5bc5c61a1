import { expect, it } from 'vitest'
import { facts } from './facts.ts'
import { changelogProblems, publishingPlan } from './plan.ts'

const packed = { name: 'svc-emulator', version: '1.2.3', size: 2_340_000, unpackedSize: 7_800_000, entryCount: 400 }

it('tells what a tag publishes', () => {
  expect(publishingPlan(packed, { ...facts, image: 'ghcr.io/a/svc-emulator' })).toEqual([
    'To be published by the tag v1.2.3:',
    `  npm    svc-emulator@1.2.3 as 'latest'`,
    '         400 files, 2.3 MB packed, 7.8 MB unpacked',
    '  image  ghcr.io/a/svc-emulator:1.2.3 (linux/amd64, linux/arm64)',
    '  image  ghcr.io/a/svc-emulator:1.2 (linux/amd64, linux/arm64)',
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
