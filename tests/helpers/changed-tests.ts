import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'

/** Files that list all units of one kind. */
export const unitLists: readonly string[] = ['emulator/service/catalog.ts', 'emulator/adapters/control/handlers.ts']

/**
 * Files that list all members of one kind, or hand to the engine what resources do. Creating an emulator imports every
 * member through them, so that nearly every test reaches it. Those about the kind as a whole import the list themselves.
 */
const lists: readonly string[] = [
  ...unitLists,
  'emulator/engine/faults/registry.ts',
  'emulator/engine/world/tables/index.ts',
  'emulator/host/apply-change.ts',
  'emulator/host/tasks.ts',
]

/** Files that every test depends on. */
const everywhere: readonly string[] = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']

/** Imports of each file, by paths in the project, without type imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/**
 * Tests that prove a change of these files: those that import it, and those beside what imports it. Through a list only
 * the tests that import the list themselves.
 */
export function findTests(changed: readonly string[], imports: Imports): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached)
    for (const importer of importers.get(file) ?? [])
      if (!lists.includes(file) || isTest(importer)) reached.add(importer)
  return [...imports.keys()].filter(
    (file) => isTest(file) && (reached.has(file) || besides(file).some((source) => reached.has(source))),
  )
}

/** Names of the files beside a test: `get-user.ts` for `get-user.test.ts` and for `get-user.property.test.ts`. */
function besides(test: string): string[] {
  const [name = ''] = basename(test).split('.')
  return ['.ts', '.tsx', '.mjs'].map((ending) => join(dirname(test), name + ending))
}

/** Imports of every test file and of its imports, without packages. */
export async function readImports(tests: readonly string[]): Promise<Imports> {
  const contents = tests.map((file) => `import(${JSON.stringify(`./${file}`)})`).join('\n')
  const {
    metafile: { inputs },
  } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    // The build makes it.
    external: ['*/inspector-page.js'],
    platform: 'node',
    format: 'esm',
    outdir: 'unwritten',
    logLevel: 'error',
    treeShaking: false,
    loader: { '.css': 'empty', '.html': 'empty' },
  })
  return new Map(
    Object.entries(inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => external !== true).map(({ path }) => path),
    ]),
  )
}

/**
 * Test files to leave out for `--changed`, or `--changed=COMMIT`; none without that flag. Each project of vitest reads
 * the configuration again: the first one computes them for all.
 */
export async function unchangedTests(words: readonly string[]): Promise<string[]> {
  const at = words.findIndex((word) => /^--changed(=|$)/.test(word))
  if (at < 0) return []
  const [, given = words[at + 1]] = words[at]!.split('=')
  const found = (process.env['SVC_UNCHANGED_TESTS'] ??= (
    await unchangedSince(given === undefined || given.startsWith('-') ? 'HEAD' : given)
  ).join('\n'))
  return lines(found)
}

/** All test files, new ones too. */
export function listTests(): string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx').filter((file) =>
    existsSync(file),
  )
}

async function unchangedSince(commit: string): Promise<string[]> {
  const tests = listTests()
  const changed = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  if (changed.some((file) => everywhere.includes(file))) return []
  const chosen = new Set(findTests(changed, await readImports(tests)))
  console.log(
    `--changed: ${chosen.size} of ${tests.length} test files import what changed, or stand beside what does; npm test runs the others`,
  )
  return tests.filter((file) => !chosen.has(file))
}

function git(...words: string[]): string[] {
  return lines(execFileSync('git', words, { encoding: 'utf8' }))
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
