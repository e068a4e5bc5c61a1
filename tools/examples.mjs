/**
 * Runs the examples as their readers would: each is copied to an empty folder, gets the packed package, and runs its `npm test`.
 * `npm run examples -- NAME...` runs some of them. Every step has a bound.
 */
import { spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from './pack.mjs'

const MINUTES = 3
const root = fileURLToPath(new URL('..', import.meta.url))
const all = (await readdir(join(root, 'examples'), { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`examples: there is no ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}

const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-examples-'))
const failed = []
try {
  const tarball = pack(folder)
  for (const name of wanted.length > 0 ? wanted : all) await example(name, tarball)
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? 'examples: all well' : `examples: failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

/** A port that was free a moment ago, for examples that serve a page. */
function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(String(port)))
    })
  })
}

async function example(name, tarball) {
  const project = join(folder, name)
  const started = Date.now()
  await cp(join(root, 'examples', name), project, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|dist|test-results)$/.test(path),
  })
  // Installs what package.json lists as well; --save puts the tarball in place of the published version.
  const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--save-dev', tarball]
  for (const args of [install, ['test']]) {
    const { code, output } = await npm(args, project, await freePort())
    if (code === 0) continue
    failed.push(name)
    console.log(`FAILED  ${name}: npm ${args.join(' ')} (${code})\n${output.trimEnd().replaceAll(/^/gm, '        ')}`)
    return
  }
  console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)}s)`)
}

/** In a process group of its own, so that a bound that is reached ends everything that was started. */
function npm(args, cwd, port) {
  return new Promise((done) => {
    const env = {
      ...process.env,
      CI: '1',
      NO_COLOR: '1',
      CHROMIUM: process.env.CHROMIUM ?? '/usr/bin/chromium',
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
      PORT: port,
    }
    const child = spawn('npm', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
      })
    const bound = setTimeout(() => {
      output += `\nstopped after ${MINUTES} minutes`
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    }, MINUTES * 60_000)
    child.once('close', (code) => {
      clearTimeout(bound)
      done({ code, output })
    })
  })
}
