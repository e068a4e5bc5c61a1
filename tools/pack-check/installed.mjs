import { execFile, spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { libraryEntries } from '../entries.mjs'

const run = promisify(execFile)

/**
 * Installs the tarball into an empty project and uses it there: first alone, then with its peers beside it.
 * `check(name, body)` runs and reports one check.
 */
export async function checkInstalled(check, folder, tarball, manifest) {
  const project = join(folder, 'project')
  const names = Object.keys(manifest.exports).filter((name) => name !== './package.json')
  const alone = names.filter((name) => findPeer(name) === undefined)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))

  await check('install alone', () =>
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--omit=peer', tarball], { cwd: project }),
  )
  for (const name of Object.keys(manifest.bin))
    await check(`run ${name} --version`, () => runsCommand(project, name, manifest.version))
  await check('npx in an empty folder, offline', () => servesOffline(join(folder, 'empty'), tarball))
  for (const name of alone) await check(`import ${specifier(name)}`, () => imports(project, name))
  await check('types alone', () => typesCheck(project, alone))
  for (const peer of new Set(names.map(findPeer).filter(Boolean))) await link(project, peer)
  for (const name of names.filter((entry) => !alone.includes(entry))) {
    await check(`import ${specifier(name)} with its peer`, () => imports(project, name))
  }
  await check('types with peers', () => typesCheck(project, names, ['--skipLibCheck']))
}

function findPeer(name) {
  return libraryEntries.find((entry) => entry.name === name)?.peer
}

function specifier(name) {
  return `svc-emulator${name.slice(1)}`
}

async function runsCommand(project, name, version) {
  const { stdout } = await run('npx', ['--no-install', name, '--version'], { cwd: project })
  if (!stdout.includes(version)) throw new Error(`expected version ${version}, got: ${stdout}`)
}

/** As a user without a network: the cache of npm holds what the install above needed. */
async function servesOffline(empty, tarball) {
  await mkdir(empty)
  const words = ['--offline', '--yes', `--package=${tarball}`, 'svc-emulator', '--port', '0', '--log', 'silent']
  const child = spawn('npx', words, { cwd: empty, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  try {
    const url = await addressIn(child)
    const response = await fetch(`${url}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    const { user } = await response.json()
    if (user?.alias !== 'ada') throw new Error(`it served, but GET /users/me answered ${response.status}`)
  } finally {
    process.kill(-(child.pid ?? 0), 'SIGTERM')
  }
}

function addressIn(child) {
  return new Promise((done, failed) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
        const found = /API +(http:\S+)/.exec(output)?.[1]
        if (found !== undefined) done(found)
      })
    }
    child.once('close', (code) => failed(new Error(`it ended with exit code ${code}: ${output}`)))
  })
}

async function imports(project, name) {
  if (findPeer(name) === 'vitest') return importsUnderVitest(project, name)
  const complaint = `; if (Object.keys(m).length === 0) throw new Error('exports nothing')`
  const code = `const m = await import('${specifier(name)}')${complaint}`
  await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: project })
}

/** Entries that extend `test` of vitest can only be imported in a run of vitest. */
async function importsUnderVitest(project, name) {
  const test = `import { test } from 'vitest'\ntest('import', async () => { await import('${specifier(name)}') })\n`
  await writeFile(join(project, 'import.test.js'), `import '${specifier(name)}'\n${test}`)
  await run(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), 'run', '--root', project, 'import.test.js'], {
    cwd: project,
  })
}

async function link(project, name) {
  const to = join(project, 'node_modules', name)
  await mkdir(join(to, '..'), { recursive: true })
  await symlink(resolve('node_modules', name), to)
}

/** A user's program that imports everything, under both ways of resolving that TypeScript has for this package. */
async function typesCheck(project, names, flags = []) {
  const lines = names.map(
    (name, index) =>
      `import * as m${index} from '${specifier(name)}'\nexport const n${index}: keyof typeof m${index} = 'x' as never\n`,
  )
  await writeFile(join(project, 'user.ts'), lines.join(''))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const common = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--types',
    'node',
    '--typeRoots',
    resolve('node_modules/@types'),
    ...flags,
  ]
  await run(process.execPath, [tsc, '--module', 'nodenext', ...common, 'user.ts'], { cwd: project })
  await run(process.execPath, [tsc, '--module', 'esnext', '--moduleResolution', 'bundler', ...common, 'user.ts'], {
    cwd: project,
  })
}
