/**
 * Builds `dist/`: the library and the commands as modules, the library as CommonJS, the declarations, the inspector, the plugin for pytest
 * and the licences of what is bundled.
 *
 * Dependencies are bundled: an installed package is complete, and a bundler of a test page cannot pick the variant of `ws` for browsers.
 * Peers stay external: a second copy of msw would not see the user's.
 *
 * `--when-stale` builds only where a source is newer than what is there: `npm install` prepares the workspace `tools/build` each time.
 * `--sync` also writes what package.json says of the entries, from tools/entries.mjs.
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { bundleCommonJs, bundleModules } from './build/modules.mjs'
import { linkCommands } from './build/bin-links.mjs'
import { browserProblems } from './build/browser-safe.mjs'
import { emitDeclarations } from './build/declarations.mjs'
import { listInputs, collectLicences } from './build/licences.mjs'
import { builtInspector } from './build/inspector.mjs'
import { isStale } from './build/stale.mjs'
import { writeWheel } from './build/wheel.mjs'
import { commandEntries, libraryEntries, makeManifest, programEntries } from './entries.mjs'

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
  console.log('build: writing dist/, some ten seconds')
  await mkdir(staging, { recursive: true })
  await stage()
  await rm('dist', { recursive: true, force: true })
  await rename(staging, 'dist')
}

async function stage() {
  const peers = Object.keys((await manifest()).peerDependencies)
  const [modules, commonJs, declarationErrors, inspector] = await Promise.all([
    bundleModules(library, commands, programEntries, staging, peers),
    bundleCommonJs(
      library.filter(({ modulesOnly }) => !modulesOnly),
      staging,
      peers,
    ),
    emitDeclarations(library, staging),
    builtInspector(),
  ])
  if (declarationErrors !== '') fail(`declarations:\n${declarationErrors}`)
  const problems = browserProblems(modules, library, peers)
  if (problems.length > 0) throw new Error(`not safe for browsers:\n${problems.map((line) => `  ${line}`).join('\n')}`)
  await Promise.all([
    writeFile(`${staging}/inspector.html.gz`, inspector.inspector),
    writeFile(`${staging}/play.html`, inspector.play),
    copyPytestPlugin().then(() => writeWheel('emulator/adapters/testing/pytest', `${staging}/pytest`)),
    collectLicences([...listInputs([modules, commonJs]), ...inspector.modules]).then((text) =>
      writeFile(`${staging}/THIRD-PARTY-LICENCES.txt`, text),
    ),
  ])
}

/** Copies the plugin for pytest, which `pip` installs from the package, without its tests, its README and what Python leaves beside it. */
function copyPytestPlugin() {
  return cp('emulator/adapters/testing/pytest', `${staging}/pytest`, {
    recursive: true,
    filter: (source) => !/[\\/](?:build|tests|__pycache__|README\.md|[^\\/]*\.egg-info)$/.test(source),
  })
}

function fail(message) {
  process.exitCode = 1
  console.error(`build: ${message}`)
}

/** The entries whose source is there; the others are named loudly. */
function present(entries) {
  const missing = entries.filter(({ source }) => !existsSync(source))
  for (const { name, source } of missing)
    console.warn(`build: WARNING: ${name} is left out, its source ${source} is missing`)
  return entries.filter((entry) => !missing.includes(entry))
}

async function manifest() {
  return JSON.parse(await readFile('package.json', 'utf8'))
}

async function checkManifest(sync) {
  const current = await manifest()
  const wanted = makeManifest(library, commands)
  if (Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(current[name], value))) return
  if (!sync) {
    console.warn(
      `build: WARNING: ${Object.keys(wanted).join(', ')} of package.json differ from tools/entries.mjs; run \`npm run build -- --sync\``,
    )
    return
  }
  await writeFile('package.json', `${JSON.stringify({ ...current, ...wanted }, null, 2)}\n`)
}
