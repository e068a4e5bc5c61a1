import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Meeting } from '../../../emulator/engine/coverage/meetings.ts'
import type { MetBy } from '../../../emulator/lab/mutation/mutate-runs.ts'

interface Seen {
  readonly files: Set<string>
  readonly tests: Set<string>
  /** Some answer was given to an unknown test file. */
  elsewhere: boolean
}

/** Who met each clause, from what the processes of a run noted in a folder. */
export async function readMeetings(folder: string): Promise<Map<string, MetBy>> {
  const seen = new Map<string, Seen>()
  for (const name of await readdir(folder)) {
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n'))
      if (line !== '') add(seen, JSON.parse(line) as Meeting)
  }
  return new Map([...seen].map(([clause, who]) => [clause, metBy(who)]))
}

function add(seen: Map<string, Seen>, { met, file, test }: Meeting): void {
  const who = seen.get(met) ?? { files: new Set(), tests: new Set(), elsewhere: false }
  seen.set(met, who)
  if (file === undefined) who.elsewhere = true
  else who.files.add(relative('.', file))
  if (test !== undefined) who.tests.add(`${relative('.', file!)} > ${test}`)
}

function metBy({ files, tests, elsewhere }: Seen): MetBy {
  const named = [...tests]
  // A file without a test that is known is named itself.
  const others = [...files].filter((file) => !named.some((test) => test.startsWith(`${file} > `)))
  return { names: [...named, ...others], files: elsewhere ? undefined : [...files] }
}
