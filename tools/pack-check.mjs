/**
 * Checks the package as its users meet it: the contents of the tarball, licences, types, an install into an empty project, the size of a
 * browser bundle, and two builds that give the same bytes. Every check runs, also after one failed; exit code 1 when one failed.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkBundles } from './pack-check/bundle.mjs'
import { contentProblems } from './pack-check/contents.mjs'
import { checkInstalled } from './pack-check/installed.mjs'
import { filesThatDiffer } from './pack-check/reproducible.mjs'
import { licenceProblems } from './build/licences.mjs'
import { libraryEntries } from './entries.mjs'

const run = promisify(execFile)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-pack-'))
const failed = []

try {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder])
  const [packed] = Object.values(JSON.parse(stdout))
  const tarball = join(folder, packed.filename)
  await check('contents', async () => assertNone(await contentProblems(packed)))
  await check('licences', async () =>
    assertNone(licenceProblems(await readFile('dist/THIRD-PARTY-LICENCES.txt', 'utf8'))),
  )
  await check('publint', () => run(bin('publint'), ['run', tarball, '--strict']))
  await check('attw', () =>
    run(bin('attw'), [tarball, '--profile', 'strict', '--format', 'ascii', '--exclude-entrypoints', ...modulesOnly()]),
  )
  await check('knip', () => run(bin('knip'), ['--no-progress']))
  await checkInstalled(check, folder, tarball, JSON.parse(await readFile('package.json', 'utf8')))
  await check('bundle', async () => checkBundles(await subfolder('bundle')))
  await check('reproducible', async () => assertNone(await filesThatDiffer(await subfolder('reproducible'))))
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? 'pack:check: all well' : `pack:check: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function check(name, body) {
  try {
    const told = await body()
    console.log(`ok      ${name}${typeof told === 'string' ? `: ${told}` : ''}`)
  } catch (error) {
    failed.push(name)
    console.log(
      `FAILED  ${name}\n${indented([error.stdout, error.stderr].filter(Boolean).join('\n') || error.message)}`,
    )
  }
}

async function subfolder(name) {
  const path = join(folder, name)
  await mkdir(path)
  return path
}

function assertNone(problems) {
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function indented(text) {
  return text.trimEnd().replaceAll(/^/gm, '        ')
}

/** Entries without CommonJS, which the profile asks for. */
function modulesOnly() {
  return libraryEntries.filter((entry) => entry.modulesOnly).map(({ name }) => name)
}

function bin(name) {
  return resolve('node_modules/.bin', name)
}
