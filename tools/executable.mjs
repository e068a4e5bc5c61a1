/**
 * Builds `executable/svc-emulator`: the Node that runs this script with the commands and the files of the package inside, and beside it the
 * licences of all of it. By Node's own means: https://nodejs.org/api/single-executable-applications.html
 *
 * `--licence FILE` names the licence of this Node where it is not found. Needs a build.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { collectLicences, licenceProblems, listInputs } from './build/licences.mjs'
import { bundleExecutable } from './build/modules.mjs'

/** Marks in Node where an executable says that it holds a program; a part of Node's documentation. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { licence } = parseArgs({ options: { licence: { type: 'string' } } }).values
const isMac = process.platform === 'darwin'
const target = `executable/svc-emulator${process.platform === 'win32' ? '.exe' : ''}`
const folder = mkdtempSync(join(tmpdir(), 'svc-emulator-executable-'))

try {
  const metafile = await bundleExecutable('cli/executable.ts', join(folder, 'program.cjs'))
  const licences = await licencesText(metafile)
  writeFileSync(join(folder, 'LICENCES.txt'), licences)
  inject(writeBlob())
  writeFileSync('executable/LICENCES.txt', licences)
  const megabytes = (statSync(target).size / 1e6).toFixed(0)
  console.log(
    `executable: ${target}, ${megabytes} MB, Node ${process.versions.node} for ${process.platform} ${process.arch}`,
  )
} catch (error) {
  console.error(`executable: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Our licence, those of the packages that are bundled, and that of Node. Throws for one that is missing or not permitted. */
async function licencesText(metafile) {
  // Pages of the inspector are inside, too.
  const packages = readFileSync('dist/THIRD-PARTY-LICENCES.txt', 'utf8')
  const bundled = await collectLicences(listInputs([metafile]))
  const problems = [
    ...[packages, bundled].flatMap(licenceProblems),
    ...bundled
      .split(/\n\n-{80}\n\n/)
      .flatMap((section) => (packages.includes(section) ? [] : [`not in dist: ${section}`])),
  ]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return [
    `svc-emulator\n\n${readFileSync('LICENSE', 'utf8')}`,
    packages,
    `Node ${process.versions.node}\n\n${readFileSync(nodeLicence(), 'utf8')}`,
  ].join(`\n\n${'='.repeat(80)}\n\n`)
}

/** The licence of this Node: beside it as in its archives, or where Debian keeps it. */
function nodeLicence() {
  const beside = dirname(process.execPath)
  const places =
    licence === undefined
      ? [join(beside, '../LICENSE'), join(beside, 'LICENSE'), '/usr/share/doc/nodejs/LICENSE']
      : [licence]
  const found = places.find((place) => existsSync(place) && /Node\.js/.test(readFileSync(place, 'utf8')))
  if (found !== undefined) return found
  throw new Error(
    `the licence of Node was not found in ${places.map((place) => resolve(place)).join(', ')}: name it with --licence FILE`,
  )
}

/** Writes the program and the files of the package as Node reads them at its start. */
function writeBlob() {
  const files = [
    'package.json',
    'dist/inspector.html.gz',
    'dist/play.html',
    ...readdirSync('scenarios', { recursive: true, encoding: 'utf8' })
      .map((name) => `scenarios/${name.replaceAll('\\', '/')}`)
      .filter((name) => statSync(name).isFile()),
  ].toSorted((one, other) => (one < other ? -1 : 1))
  writeFileSync(join(folder, 'files.json'), JSON.stringify([...files, 'LICENCES.txt']))
  const config = {
    main: join(folder, 'program.cjs'),
    output: join(folder, 'program.blob'),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets: {
      ...Object.fromEntries(files.map((path) => [path, path])),
      'LICENCES.txt': join(folder, 'LICENCES.txt'),
      'files.json': join(folder, 'files.json'),
    },
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'config.json')], { stdio: 'pipe' })
  return config.output
}

/** Puts a blob into a copy of this Node. macOS runs only what is signed, and a signature must not be of other bytes. */
function inject(blob) {
  mkdirSync('executable', { recursive: true })
  const copy = join(folder, 'copy')
  copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  if (isMac) execFileSync('codesign', ['--remove-signature', copy])
  const postject = 'node_modules/postject/dist/cli.js'
  const words = [
    copy,
    'NODE_SEA_BLOB',
    blob,
    '--sentinel-fuse',
    FUSE,
    ...(isMac ? ['--macho-segment-name', 'NODE_SEA'] : []),
  ]
  try {
    execFileSync(process.execPath, [postject, ...words], { stdio: 'pipe', encoding: 'utf8' })
  } catch ({ stdout, stderr }) {
    throw new Error(
      `postject failed on ${process.execPath}: a Node of a distribution whose parts are shared libraries takes no program\n${stdout}${stderr}`,
    )
  }
  if (isMac) execFileSync('codesign', ['--sign', '-', copy])
  // One that runs keeps its own file.
  rmSync(target, { force: true })
  copyFileSync(copy, target)
}
