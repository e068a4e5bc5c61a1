/**
 * Writes one file of each kind that a release writes. `npx tsx tests/versions/write-files.ts FOLDER` writes those of the release that is
 * built, to be kept: their readers are later releases.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRelease, type Release, runCommand } from './release.ts'

const source = join(import.meta.dirname, 'written.yaml')

/** Files by name. `only`: the clauses whose mutants a report of `replay --mutate` holds. */
export async function writeFiles(
  release: Release,
  folder: string,
  scenario = source,
  only = 'users.get',
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const put = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`)
  for (const [name, value] of Object.entries(await recordRun(release, scenario))) await put(name, value)
  await put('explore.json', await exploreRun(release, scenario))
  const replayed = await runCommand(release, 'replay', scenario, '--reporter', 'json')
  await put('replay.json', withoutPlace(replayed.stdout))
  const mutated = await runCommand(release, 'replay', scenario, '--mutate', '--only', only, '--reporter', 'json')
  await put('mutation.json', mutated.stdout)
}

/** Where the file stood is of no interest to readers. */
function withoutPlace(text: string): string {
  return text.replaceAll(source, 'written.yaml')
}

/** Files of a served emulator to which the scenario happened, and of its replay. */
async function recordRun({ library, scenario, server }: Release, file: string): Promise<Record<string, unknown>> {
  const loaded = await scenario.loadScenario(file)
  const emulator = library.createEmulator({ scenario: loaded })
  const result = await scenario.replay(loaded, emulator)
  const served = await server.startServer({ emulator })
  const ask = async (path: string) => (await fetch(`${served.controlUrl}${path}`)).text()
  try {
    return {
      'contract.json': await ask('/clauses'),
      'coverage.json': await ask('/coverage'),
      'recording.yaml': await ask('/journal.scenario?format=yaml&name=recording'),
      'state.json': await ask('/export'),
      'run.bundle.json': await ask('/bundle'),
      'replayed.bundle.json': scenario.createBundle(loaded, { ...result, file: undefined }, emulator),
    }
  } finally {
    await served.close()
  }
}

async function exploreRun({ explore, scenario }: Release, file: string): Promise<unknown> {
  return explore.explore(
    async ({ fetch: ask, baseUrl, apiKey }) => {
      const answer = await ask(`${baseUrl}/users/me`, { headers: { 'x-api-key': apiKey } })
      return answer.json()
    },
    { scenario: await scenario.loadScenario(file), only: ['network'] },
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFiles(await openRelease(resolve(import.meta.dirname, '../..')), resolve(process.argv[2]!))
}
