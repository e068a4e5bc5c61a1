/**
 * Runs the conformance suite on the oldest and newest of what the package promises to run with, and prints a table.
 * `node tools/matrix.mjs [words]`: only the rows that contain every word, such as `"node 22"` or `"msw 3"`.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const run = promisify(execFile)
const root = 'tools/matrix/node_modules'

const msw2 = { name: 'msw 2, as developed with', env: {} }
const msw3 = { name: 'msw 3', env: { MATRIX_MSW: 'msw3' }, files: ['msw'] }
const oldest = {
  name: 'msw and mock-socket, oldest',
  env: { MATRIX_MSW: 'msw-oldest', MATRIX_MOCK_SOCKET: 'mock-socket-oldest' },
  files: ['msw', 'mock-socket'],
}

// The whole suite on each Node with the versions developed with; of the others what they take part in. msw 3 needs Node 22.
const rows = [
  { node: '20', peers: msw2 },
  { node: '20', peers: oldest },
  { node: '22', peers: msw2 },
  { node: '22', peers: oldest },
  { node: '22', peers: msw3 },
  { node: '24', peers: msw2 },
  { node: '24', peers: msw3 },
  { node: '26', peers: msw2 },
  { node: '26', peers: oldest },
  { node: '26', peers: msw3 },
  ...['20', '26'].flatMap((node) =>
    ['3', '4', '5'].map((vitest) => ({ node, vitest, peers: { name: `vitest ${vitest}` } })),
  ),
]

if (!existsSync(root))
  await run('npm', ['ci', '--prefix', 'tools/matrix', '--ignore-scripts', '--no-audit', '--no-fund'])
if (!existsSync('node_modules/msw3')) {
  await run('npm', ['ci', '--prefix', 'tools/newer-node', '--ignore-scripts', '--no-audit', '--no-fund'])
  await run(process.execPath, ['tools/link-msw3.mjs'])
}
const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-matrix-'))
const words = process.argv.slice(2)
const results = []
for (const { node, peers, vitest } of rows) {
  const label = `node ${node} ${peers.name}`
  if (words.every((word) => label.includes(word)))
    results.push(await (vitest === undefined ? conformance(node, peers) : fixture(node, vitest)))
}
await rm(folder, { recursive: true })
console.log(
  ['', '| Node | with | tests | |', '| --- | --- | --- | --- |', ...results.map(({ line }) => line)].join('\n'),
)
if (results.length === 0) console.error('matrix: no row contains every word given')
process.exitCode = results.length > 0 && results.every(({ passed }) => passed) ? 0 : 1

async function conformance(node, { env, files = ['tests/conformance', 'emulator/adapters'] }) {
  return judge(node, await versions(env), { env, args: ['--project', 'unit', '--project', 'isolated', ...files] })
}

/** Runs vitest with one Node, and makes its report a line of the table. */
async function judge(node, names, { cwd = '.', env = {}, args }) {
  const binary = resolve(root, `node-${node}/bin/node`)
  if (!existsSync(binary))
    return { passed: false, line: `| ${node} | ${names} | no binary for this machine | FAILED |` }
  const { stdout: version } = await run(binary, ['--version'])
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 28, timeout: 600_000 }
  const { stderr } = await run(
    binary,
    ['node_modules/vitest/vitest.mjs', 'run', '--reporter', 'json', '--outputFile', file, ...args],
    options,
  ).catch((error) => error)
  const report = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null
  const passed = report !== null && report.success && report.numPassedTests > 0
  if (!passed) console.error(`${version.trim()}, ${names}:\n${failures(report) || stderr}`)
  const line = `| ${version.trim()} | ${names} | ${report?.numPassedTests ?? 0} of ${(report?.numTotalTests ?? 0) - (report?.numPendingTests ?? 0)} | ${passed ? 'passed' : 'FAILED'} |`
  console.log(line)
  return { passed, line }
}

/** The fixture of the built package under another vitest: `npm run build` before it. */
async function fixture(node, major) {
  const project = `tools/matrix/vitest-${major}`
  // Not `ci`: some platforms of rollup have no entry in the lockfile.
  await run('npm', ['install', '--no-save', '--prefix', project, '--ignore-scripts', '--no-audit', '--no-fund'])
  const installed = `${project}/node_modules/svc-emulator`
  for (const part of ['dist', 'fixtures', 'scenarios', 'package.json'])
    await cp(part, `${installed}/${part}`, { recursive: true })
  await cp('tools/matrix/fixture.sample.ts', `${project}/fixture.test.ts`)
  const { version } = JSON.parse(await readFile(`${project}/node_modules/vitest/package.json`, 'utf8'))
  const wrong = await typeErrors(project)
  if (wrong !== '') {
    console.error(wrong)
    return { passed: false, line: `| ${node} | vitest ${version} | types | FAILED |` }
  }
  const fault = await mutate(node, project)
  if (fault !== '') {
    console.error(fault)
    return { passed: false, line: `| ${node} | vitest ${version} | mutate | FAILED |` }
  }
  return judge(node, `vitest ${version}`, { cwd: project, args: ['--config', '../fixture.config.mjs', '--root', '.'] })
}

/** Tries mutants while that vitest stays up; the output where they are not noticed. */
async function mutate(node, project) {
  await cp('tools/matrix/mutate.sample.ts', `${project}/mutate/mutate.test.ts`)
  const words = [
    'mutate',
    '--only',
    'user.has-name',
    '--min',
    '100',
    '--',
    'node',
    '../node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    '../../fixture.config.mjs',
    '--root',
    '.',
  ]
  const binary = resolve(root, `node-${node}/bin/node`)
  const env = { ...process.env, PATH: `${dirname(binary)}:${process.env.PATH}` }
  const cli = '../node_modules/svc-emulator/dist/cli/svc-emulator.js'
  const { stdout, stderr, code } = await run(binary, [cli, ...words], { cwd: `${project}/mutate`, env }).catch(
    (error) => error,
  )
  const isKept = !stderr.includes('vitest is started for each mutant')
  return code === undefined && isKept ? '' : `${stdout}${stderr}`
}

/**
 * Type errors in our declarations by a compiler that checks declarations; those of vitest 3 and 5 have errors of their
 * own.
 */
async function typeErrors(project) {
  await cp('tools/matrix/types.sample.ts', `${project}/types.ts`)
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    'false',
    '--module',
    'nodenext',
    '--target',
    'esnext',
    '--types',
    '',
  ]
  const { stdout } = await run('node_modules/.bin/tsc', [...flags, `${project}/types.ts`]).catch((error) => error)
  return stdout
    .split('\n')
    .filter((line) => /^\S*(?:svc-emulator\/dist|types\.ts)/.test(line))
    .join('\n')
}

async function versions({ MATRIX_MSW: msw = 'msw', MATRIX_MOCK_SOCKET: mockSocket = 'mock-socket' }) {
  const version = async (name) => {
    const folder = existsSync(`${root}/${name}`) ? root : 'node_modules'
    return JSON.parse(await readFile(`${folder}/${name}/package.json`, 'utf8')).version
  }
  return `msw ${await version(msw)}, mock-socket ${await version(mockSocket)}`
}

function failures(report) {
  const failed =
    report?.testResults.flatMap((file) =>
      file.assertionResults.filter(({ status }) => status === 'failed').map((test) => ({ file: file.name, ...test })),
    ) ?? []
  const files =
    report?.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    ) ?? []
  return [
    ...files.map(({ name, message }) => `  ${name}: ${message}`),
    ...failed.map(
      ({ file, fullName, failureMessages }) => `  ${file}: ${fullName}: ${failureMessages[0]?.split('\n', 1)[0]}`,
    ),
  ].join('\n')
}
