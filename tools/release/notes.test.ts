import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { foldChangesets, readChangeset, withNotes } from './notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-notes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const changeset = (kind: string, text = 'New.') =>
  readChangeset('a.md', `---\n'svc-emulator': ${kind}\n---\n\n${text}\n`)

const changelog = `# x

## 1.0.0

You can

- **do this**,
  in two lines.

- do that.

When you update:

- Nothing.

## 0.9.0

- Old.
`

it('adds to the first list of the version, and to nothing else', () => {
  expect(withNotes(changelog, '1.0.0', [changeset('patch', 'One.\n\nTwo.'), changeset('minor')])).toBe(
    changelog.replace('- do that.\n', '- do that.\n- One.\n\n  Two.\n- New.\n'),
  )
  expect(withNotes(changelog, '0.9.0', [changeset('minor')])).toBe(`${changelog}- New.\n`)
})

it.each([
  ['1.0.0', 'major', true],
  ['1.2.0', 'minor', true],
  ['1.2.3', 'patch', true],
  ['2.0.0-rc.1', 'major', true],
  ['1.2.0', 'major', false],
  ['1.2.3', 'minor', false],
])('%s takes a %s change: %s', (version, kind, isTaken) => {
  const fold = () => withNotes(`## ${version}\n\n- A.\n`, version, [changeset(kind)])
  if (isTaken) expect(fold()).toContain('- New.')
  else
    expect(fold).toThrow(
      `.changeset/a.md is a ${kind} change, and ${version} is not: move the version in package.json first`,
    )
})

it('refuses what it cannot place, and moves nothing', () => {
  expect(() => withNotes(changelog, '3.0.0', [changeset('patch')])).toThrow(`CHANGELOG.md has no section '## 3.0.0'`)
  expect(() => withNotes('## 1.0.0\n\nText.\n', '1.0.0', [changeset('patch')])).toThrow(
    `'## 1.0.0' of CHANGELOG.md has no list`,
  )
  const place = join(folder, 'refused')
  mkdirSync(place)
  writeFileSync(join(place, 'good.md'), `---\n'svc-emulator': patch\n---\n\nNew.\n`)
  writeFileSync(join(place, 'bad.md'), 'New.\n')
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  expect(() => foldChangesets(place, join(folder, 'CHANGELOG.md'), '1.0.0')).toThrow('.changeset/bad.md: expected')
  expect([readdirSync(place).toSorted(), readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')]).toEqual([
    ['bad.md', 'good.md'],
    changelog,
  ])
})

it('moves the changesets of a folder, and leaves its other files', () => {
  const place = join(folder, 'moved')
  mkdirSync(place)
  writeFileSync(join(place, 'README.md'), 'Read me.\n')
  writeFileSync(join(place, 'config.json'), '{}\n')
  writeFileSync(join(place, 'new.md'), `---\n"@scope/svc-emulator": minor\n---\n\nNew.\n`)
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  expect(foldChangesets(place, join(folder, 'CHANGELOG.md'), '1.0.0')).toEqual(['new.md'])
  expect(readdirSync(place).toSorted()).toEqual(['README.md', 'config.json'])
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toContain('- do that.\n- New.\n\nWhen')
})
