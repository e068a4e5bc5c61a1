/**
 * Tries the package as a user would, on any system: installs it into an empty folder, starts each command, asks the server, and runs a
 * script of npm under `svc-emulator exec`. It packs this checkout; `--published` takes the version from the registry instead, waits until
 * it is there, and checks its signatures and its provenance.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isPublished = process.argv.includes('--published')
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const folder = await mkdtemp(join(tmpdir(), 'svc-emulator-try-'))
const probe = `const headers = { 'x-api-key': process.env.SVC_API_KEY }
const { user } = await (await fetch(process.env.SVC_API_URL + '/users/me', { headers })).json()
console.log('asked as ' + user.alias)
`
// No credentials of the one who runs this.
const env = { ...process.env, HOME: folder, USERPROFILE: folder }

try {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { probe: 'node probe.mjs' } }))
  await writeFile(join(folder, 'probe.mjs'), probe)
  await npm('install', isPublished ? await published() : await packed())
  if (isPublished) await checkSignatures()
  for (const name of Object.keys(manifest.bin)) await starts(name)
  await serves()
  const { stdout } = await command('svc-emulator', 'exec', '--', 'npm', 'run', 'probe')
  if (!stdout.includes('asked as ada')) throw new Error(`svc-emulator exec -- npm run probe printed:\n${stdout}`)
  console.log(`${manifest.name} ${manifest.version} works on ${process.platform} with Node ${process.version}`)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function packed() {
  const { stdout } = await npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder, root)
  const [{ filename }] = Object.values(JSON.parse(stdout))
  return join(folder, filename)
}

/** Registries show what was published after a while. */
async function published() {
  const wanted = `${manifest.name}@${manifest.version}`
  for (let attempt = 1; ; attempt++) {
    try {
      await npm('view', wanted, 'version', '--prefer-online')
      return wanted
    } catch (error) {
      if (attempt === 20) throw error
      await new Promise((done) => setTimeout(done, 15_000))
    }
  }
}

async function checkSignatures() {
  const { stdout } = await npm('audit', 'signatures', '--json', '--include-attestations')
  const { invalid = [], missing = [], verified = [] } = JSON.parse(stdout)
  if (invalid.length > 0 || missing.length > 0) throw new Error(`npm audit signatures:\n${stdout}`)
  const ours = verified.find(({ name, version }) => name === manifest.name && version === manifest.version)
  if (ours === undefined) throw new Error(`npm audit signatures shows no provenance of ${manifest.name}:\n${stdout}`)
}

async function starts(name) {
  const { stdout } = await command(name, '--version')
  if (!stdout.includes(manifest.version)) throw new Error(`${name} --version printed: ${stdout}`)
}

async function serves() {
  const child = spawn(process.execPath, [bin('svc-emulator'), 'start', '--port', '0'], { cwd: folder, env })
  try {
    const api = await new Promise((done, failed) => {
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          output += text
          const found = /API +(http:\S+)/.exec(output)?.[1]
          if (found !== undefined) done(found)
        })
      child.once('close', (code) => failed(new Error(`svc-emulator start ended with exit code ${code}: ${output}`)))
    })
    const response = await fetch(`${api}/users/me`, { headers: { 'x-api-key': 'svc-key-ada-admin' } })
    const text = await response.text()
    if (!text.includes('"ada"')) throw new Error(`GET /users/me answered ${response.status}: ${text}`)
    await logsIn(api)
  } finally {
    const ended = new Promise((done) => child.once('close', done))
    child.kill()
    await ended
  }
}

/** The credential store, whose checks depend on the system. */
async function logsIn(api) {
  await command('svc', 'login', '--no-input', '--api-url', api, '--api-key', 'svc-key-ada-admin')
  const { stdout } = await command('svc', 'whoami', '--json')
  if (!stdout.includes('"ada"')) throw new Error(`svc whoami printed: ${stdout}`)
}

function command(name, ...words) {
  return promisify(execFile)(process.execPath, [bin(name), ...words], { cwd: folder, env })
}

function bin(name) {
  return join(folder, 'node_modules', manifest.name, manifest.bin[name])
}

/** On Windows npm is a script, which only a shell can start. */
function npm(...words) {
  const line = ['npm', ...words.map((word) => `"${word}"`)].join(' ')
  return promisify(execFile)(line, { cwd: folder, shell: true, maxBuffer: 64 * 1024 * 1024 })
}
