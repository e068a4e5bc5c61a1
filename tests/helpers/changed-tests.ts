import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'

/**
 * What lists units of one kind, each with its test beside it. Whatever creates an emulator imports every unit through these: a test
 * that reaches a unit in this way alone is about all of them, or about another.
 */
export const tables: readonly string[] = ['emulator/service/catalog.ts', 'emulator/adapters/control/calls.ts']

/** What every test depends on. */
const everywhere: readonly string[] = ['package.json', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']

/** The files that each file imports, by their paths in the project; types are not imports. */
export type Imports = ReadonlyMap<string, readonly string[]>

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

/** The test files that prove a change of these files: those that import it, other than through a table, and those beside what does. */
export function testsOf(changed: readonly string[], imports: Imports): string[] {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached)
    if (!tables.includes(file) || changed.includes(file))
      for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...imports.keys()].filter(
    (file) => isTest(file) && (reached.has(file) || besides(file).some((source) => reached.has(source))),
  )
}

/** What a test stands beside: `get-user.ts` of `get-user.test.ts`, and of `get-user.property.test.ts`. */
function besides(test: string): string[] {
  const [name = ''] = basename(test).split('.')
  return ['.ts', '.tsx', '.mjs'].map((ending) => join(dirname(test), name + ending))
}

/** The imports of every test file and of what it imports, without the packages. */
export async function importsOf(tests: readonly string[]): Promise<Imports> {
  const contents = tests.map((file) => `import(${JSON.stringify(`./${file}`)})`).join('\n')
  const {
    metafile: { inputs },
  } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
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
 * The test files that vitest has no need to look at for `--changed`, or `--changed=COMMIT`; none without that word. Each project of
 * vitest reads the configuration anew: the first finds them for all.
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

async function unchangedSince(commit: string): Promise<string[]> {
  const tests = git('ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx').filter(
    (file) => existsSync(file),
  )
  const changed = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
  if (changed.some((file) => everywhere.includes(file))) return []
  const chosen = new Set(testsOf(changed, await importsOf(tests)))
  console.log(
    `--changed: ${chosen.size} of ${tests.length} test files are beside what changed, or import it other than through ${tables.join(' or ')}; npm test runs the others`,
  )
  return tests.filter((file) => !chosen.has(file))
}

function git(...words: string[]): string[] {
  return lines(execFileSync('git', words, { encoding: 'utf8' }))
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
