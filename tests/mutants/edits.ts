import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A small change of production code that makes it wrong. */
export interface Edit {
  readonly name: string
  /** Fault of the code after it. */
  readonly slip: string
  /** Reason for which no test of `npm test` notices it; undefined where one has to. */
  readonly survives?: string
  readonly find: string
  readonly replace: string
}

/** Text of each file of production code, by its path. */
export type Sources = ReadonlyMap<string, string>

/** Lists the edits that are kept beside this file. */
export function readEdits(): Edit[] {
  return parse(readFileSync(new URL('edits.yaml', import.meta.url), 'utf8')) as Edit[]
}

/** Reads the code of `emulator/` and `cli/`, without tests. */
export function readSources(): Sources {
  const files = listFiles('emulator/*.ts', 'emulator/*.tsx', 'cli/*.ts', 'cli/*.tsx')
  const written = files.filter((file) => !/\.test\.tsx?$/.test(file))
  return new Map(written.map((file) => [file, readFileSync(file, 'utf8')]))
}

/** Files of this checkout that git does not ignore. */
export function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...patterns], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(file))
}

/**
 * Makes an edit. Returns the file and its new text. Throws where the text to find does not stand exactly once; `kept`
 * names the file to renew.
 */
export function makeEdit(
  { name, slip, find, replace }: Edit,
  sources: Sources,
  kept = 'tests/mutants/edits.yaml',
): { file: string; text: string } {
  const pattern = new RegExp(find.trim().split(/\s+/).map(escaped).join('\\s+'), 'g')
  const found = [...sources].flatMap(([file, text]) => Array.from(text.matchAll(pattern), () => file))
  if (found.length !== 1)
    throw new Error(
      `${name}: its text stands ${found.length} times in emulator/ and cli/, expected once${found.map((file) => `\n  ${file}`).join('')}\n` +
        `Renew it in ${kept}: ${slip}`,
    )
  const file = found[0]!
  return { file, text: sources.get(file)!.replace(pattern, () => replace.trim()) }
}

/** Chooses `count` edits: for a seed always the same, as long as they are there. */
export function chooseEdits(edits: readonly Edit[], count: number, seed: number): Edit[] {
  const drawn = ({ name }: Edit): string => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return edits.toSorted((a, b) => (drawn(a) < drawn(b) ? -1 : 1)).slice(0, count)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
