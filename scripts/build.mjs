/**
 * Builds `dist/`: the library, the commands, the declarations and the licences of what is bundled.
 *
 * The small dependencies are bundled, because start-up time is a promise of this package: `ws` alone costs 40 ms of start-up
 * from node_modules and 5 ms bundled. Peers stay external: a second copy of msw would not see the user's.
 *
 * `--when-stale` builds only where a source is newer than what is there: npm prepares a checkout again for its `npx`.
 * `--sync` also writes `exports` and `bin` of package.json from scripts/entries.mjs.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { bundleCommands, bundleLibrary } from './build/bundle.mjs'
import { linkCommands } from './build/bin-links.mjs'
import { shipCode } from './build/code-cache.mjs'
import { browserProblems } from './build/browser-safe.mjs'
import { emitDeclarations } from './build/declarations.mjs'
import { licencesOf } from './build/licences.mjs'
import { isStale } from './build/stale.mjs'
import { compiledScenarios } from './build/scenarios.mjs'
import { preparedStarterWorld } from './build/starter-world.mjs'
import { binOf, commandEntries, exportsOf, libraryEntries } from './entries.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const library = present(libraryEntries)
const commands = present(commandEntries)
await checkManifest(process.argv.includes('--sync'))

// Built beside `dist` and swapped in, so that a running test never meets half a build.
const staging = `.dist-${process.pid}`
try {
  if (!process.argv.includes('--when-stale') || isStale()) await build()
  await linkCommands(commands)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
} finally {
  await rm(staging, { recursive: true, force: true })
}

async function build() {
  await mkdir(staging, { recursive: true })
  await stage()
  await rm('dist', { recursive: true, force: true })
  await rename(staging, 'dist')
  for (const { out, compiled } of commands) if (compiled !== undefined) await shipCode(`dist/${out}.js`, compiled).catch(startsSlower)
}

async function stage() {
  const peers = Object.keys((await manifest()).peerDependencies)
  const [libraryMeta, commandMeta, declarationErrors] = await Promise.all([
    bundleLibrary(library, staging, peers),
    bundleCommands(commands, staging, peers),
    emitDeclarations(library, staging),
  ])
  if (declarationErrors !== '') fail(`declarations:\n${declarationErrors}`)
  const problems = browserProblems(libraryMeta, library, peers)
  if (problems.length > 0) throw new Error(`not safe for browsers:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  await writeFile(`${staging}/scenarios.json`, compiledScenarios())
  await writeFile(`${staging}/starter-world.json`, await preparedStarterWorld())
  await writeFile(`${staging}/THIRD-PARTY-LICENCES.txt`, await licencesOf([libraryMeta, commandMeta]))
}

/** Commands work without compiled code. Making it runs them, and not every place that builds lets a program listen. */
function startsSlower(error) {
  console.warn(`build: WARNING: ${error.message}`)
}

function fail(message) {
  process.exitCode = 1
  console.error(`build: ${message}`)
}

/** The entries whose source is there; the others are named loudly. */
function present(entries) {
  const missing = entries.filter(({ source }) => !existsSync(source))
  for (const { name, source } of missing) console.warn(`build: WARNING: ${name} is left out, its source ${source} is missing`)
  return entries.filter((entry) => !missing.includes(entry))
}

async function manifest() {
  return JSON.parse(await readFile('package.json', 'utf8'))
}

async function checkManifest(sync) {
  const current = await manifest()
  const wanted = { exports: exportsOf(library), bin: binOf(commands) }
  if (isDeepStrictEqual({ exports: current.exports, bin: current.bin }, wanted)) return
  if (!sync) {
    console.warn('build: WARNING: exports and bin of package.json differ from scripts/entries.mjs; run `npm run build -- --sync`')
    return
  }
  await writeFile('package.json', `${JSON.stringify({ ...current, ...wanted }, null, 2)}\n`)
}
