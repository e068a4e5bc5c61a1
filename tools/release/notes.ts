/** `npm run release -- --notes`: moves changesets into the notes of the release that is made next. */
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { waitingChangesets } from './plan.ts'

interface Changeset {
  readonly name: string
  readonly kind: string
  readonly text: string
}

/** Reads a file of `.changeset`. Throws for one that names no kind, or says nothing. */
export function readChangeset(name: string, content: string): Changeset {
  const [, kind, text = ''] = /^---\n.*: (patch|minor|major)\n---\n([^]*)$/.exec(content) ?? []
  if (kind === undefined || text.trim() === '')
    throw new Error(
      `.changeset/${name}: expected \`'svc-emulator': patch\` (minor, major) between two \`---\`, and a text`,
    )
  return { name, kind, text: text.trim() }
}

/** Changelog with texts at the end of the list of a version. Throws for a version without notes, and for one that is too small a move. */
export function withNotes(changelog: string, version: string, changesets: readonly Changeset[]): string {
  for (const { name, kind } of changesets) {
    if (!isMove(kind, version))
      throw new Error(
        `.changeset/${name} is a ${kind} change, and ${version} is not: move the version in package.json first`,
      )
  }
  const parts = changelog.split(/^(?=## )/m)
  const place = parts.findIndex((part) => part.split('\n', 1)[0] === `## ${version}`)
  if (place < 0) throw new Error(`CHANGELOG.md has no section '## ${version}'`)
  const items = changesets.map(({ text }) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`)
  const lines = parts[place]!.split('\n')
  lines.splice(endOfList(lines), 0, ...items)
  parts[place] = lines.join('\n')
  return parts.join('')
}

/** Index after the first list of a section, whose items go on in indented lines. */
function endOfList(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.startsWith('- '))
  if (first < 0) throw new Error(`the section '${lines[0]}' of CHANGELOG.md has no list`)
  const isOutside = (line: string): boolean => line !== '' && !/^(?:- | {2})/.test(line)
  const beyond = lines.findIndex((line, index) => index > first && isOutside(line))
  const end = beyond < 0 ? lines.length : beyond
  return lines.slice(0, end).findLastIndex((line) => line !== '') + 1
}

/** True for a version that moves at least as far as a kind of change asks for. */
function isMove(kind: string, version: string): boolean {
  const [, minor, patch] = version.split(/[.-]/).map(Number)
  return kind === 'patch' || (patch === 0 && (kind === 'minor' || minor === 0))
}

/** Moves the changesets of a folder into a changelog, and removes them. Returns their names. */
export function foldChangesets(folder: string, changelog: string, version: string): string[] {
  const found = waitingChangesets(readdirSync(folder)).map((name) =>
    readChangeset(name, readFileSync(`${folder}/${name}`, 'utf8')),
  )
  if (found.length > 0) writeFileSync(changelog, withNotes(readFileSync(changelog, 'utf8'), version, found))
  for (const { name } of found) rmSync(`${folder}/${name}`)
  return found.map(({ name }) => name)
}
