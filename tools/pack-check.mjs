/**
 * Checks the package as its users meet it: what is in the tarball, whether its types resolve, and whether it installs, runs and
 * imports in an empty project. Every check runs, whatever the ones before it found; exit code 1 when one failed.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { contentProblems } from './pack-check/contents.mjs'
import { checkInstalled } from './pack-check/installed.mjs'
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
  await check('publint', () => run(bin('publint'), ['run', tarball, '--strict']))
  await check('attw', () =>
    run(bin('attw'), [tarball, '--profile', 'strict', '--format', 'ascii', '--exclude-entrypoints', ...modulesOnly()]),
  )
  await check('knip', () => run(bin('knip'), ['--config', 'knip.config.mjs', '--no-progress']))
  await checkInstalled(check, folder, tarball, JSON.parse(await readFile('package.json', 'utf8')))
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? 'pack:check: all well' : `pack:check: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

async function check(name, body) {
  try {
    await body()
    console.log(`ok      ${name}`)
  } catch (error) {
    failed.push(name)
    console.log(
      `FAILED  ${name}\n${indented([error.stdout, error.stderr].filter(Boolean).join('\n') || error.message)}`,
    )
  }
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
