import type { Standing } from '../engine/memory.ts'
import { digest } from './digest-files.ts'

type Digests = Readonly<Record<string, string>>

/** Digests of what all verdicts of a report rest on. */
export interface RestsOn {
  readonly question: string
  readonly release: string
  readonly command: string
  readonly world: string
  /** Settings that are not the default, by name. */
  readonly settings: Digests
  readonly key: string
  /** Files that every run may read. */
  readonly files: Digests
  /** Files that test files import, and nothing else loads. */
  readonly modules?: Digests
  /** Of each test file with all that it rests on beside `files`. */
  readonly tests?: Digests
  /** A file that changed during the runs. */
  readonly changed?: string
}

/** Words of modules that read files, or start what reads them: a test that imports one may read any file. */
const READS =
  /['"`](?:node:)?(?:fs|fs\/promises|module|vm|child_process|worker_threads|cluster|execa|tinyexec|nano-spawn|cross-spawn|zx|playwright|puppeteer)['"`/]/

/**
 * Tells apart the files that test files import.
 *
 * @param modules by test file, what it imports, itself included
 */
export async function withTests(
  whole: RestsOn,
  modules: ReadonlyMap<string, readonly string[]>,
  read: (path: string) => Promise<string>,
): Promise<RestsOn> {
  const own = new Set([...modules.values()].flat())
  const texts = new Map<string, string>()
  for (const path of own) texts.set(path, await read(path))
  const tests = Array.from(modules, ([test, all]): [string, string] => {
    const known = all.map((path) => [path, whole.files[path] ?? texts.get(path)])
    const readsFiles = all.some((path) => READS.test(texts.get(path) ?? ''))
    return [test, digest(JSON.stringify([known, readsFiles ? whole.files : {}]))]
  })
  const isOwn = ([path]: [string, string]): boolean => own.has(path)
  const files = Object.entries(whole.files)
  return {
    ...whole,
    files: Object.fromEntries(files.filter((each) => !isOwn(each))),
    modules: Object.fromEntries(files.filter(isOwn)),
    tests: Object.fromEntries(tests),
  }
}

/** Compares what verdicts rest on: lists the changes in words, and tells which verdicts stand. */
export function compareRests(
  earlier: RestsOn,
  now: RestsOn,
): { readonly changes: readonly string[]; readonly stands: Standing } {
  const around = [
    ...(earlier.release === now.release ? [] : [`svc-emulator was ${earlier.release}`]),
    ...(earlier.command === now.command ? [] : ['the command is another one']),
    ...(earlier.world === now.world ? [] : ['the world is another one']),
    ...listDifferences(earlier.settings, now.settings).map((name) => `the setting ${name} changed`),
    ...(earlier.key === now.key ? [] : ['the key is another one']),
    ...(earlier.changed === undefined ? [] : [`${earlier.changed} changed during those runs`]),
  ]
  const [before, after] = [earlier, now].map(({ files, modules }) => ({ ...files, ...modules })) as [Digests, Digests]
  const files = listDifferences(before, after)
  const tests = new Set(listDifferences(earlier.tests, now.tests))
  const isShared = (file: string): boolean => file in earlier.files || file in now.files
  const isSame = around.length === 0 && !files.some(isShared)
  const names = files.length > 0 ? files : [...tests]
  return {
    changes: [...around, ...names.map((name) => `${name} changed`)],
    stands: (ran) =>
      isSame && (ran === undefined ? files.length === 0 && tests.size === 0 : ran.every((test) => !tests.has(test))),
  }
}

/** Names whose digests differ, or that one side alone has. */
function listDifferences(before: Digests = {}, after: Digests = {}): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
}
