import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
const instructions = text
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => {
    const [, keyword = '', content = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return { keyword, content }
  })
const last = instructions.slice(instructions.findLastIndex(({ keyword }) => keyword === 'FROM'))

function texts(keyword: string): string[] {
  return last.filter((each) => each.keyword === keyword).map(({ content }) => content)
}

function json<T>(text: string): T {
  return JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)) as T
}

it('has nothing that the linter finds', () => {
  expect(validate(text)).toEqual([])
})

it('copies into its first stage only what is there', () => {
  const sources = instructions
    .filter(({ keyword, content }) => keyword === 'COPY' && !content.startsWith('--from'))
    .flatMap(({ content }) => content.split(' ').slice(0, -1))
  expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('runs as a user without rights, from a stage without sources', () => {
  expect(texts('USER')).toEqual(['node'])
  expect(texts('COPY')).toEqual(['--from=build /package /opt/svc-emulator', 'tools/image/health.mjs /opt/health.mjs'])
  expect(last.findIndex(({ keyword }) => keyword === 'USER')).toBeGreaterThan(
    last.findLastIndex(({ keyword }) => keyword === 'RUN'),
  )
})

it('starts and links files that the package has', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  expect(json<string[]>(texts('ENTRYPOINT')[0] ?? '')).toEqual(['node', `/opt/svc-emulator/${bin['svc-emulator']}`])
  const links = [...text.matchAll(/ln -s (\S+) \/usr\/local\/bin\/(\S+)/g)].map(([, path, name]) => [name, path])
  expect(Object.fromEntries(links)).toEqual(
    Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, `/opt/svc-emulator/${path}`])),
  )
})

it.each<[string, string[], Record<string, string>?]>([
  ['within the machine', ['--host', '127.0.0.1']],
  ['beyond the machine, where other calls need the token', []],
  ['over HTTPS, by a variable', [], { SVC_EMULATOR_TLS: '1' }],
  ['over HTTPS, by a flag', ['--tls']],
  ['not over HTTPS, by a variable', [], { SVC_EMULATOR_TLS: '0' }],
  ['at another host of its own', ['--host=127.0.0.2']],
  ['below a trusted proxy, by a name', ['--name', 'svc.qa', '--behind-proxy', '--worlds', 'required']],
])('its health check asks as it was started: %s', async (_case, flags, variables = {}) => {
  const env = { ...process.env, SVC_EMULATOR_HOST: '0.0.0.0', ...variables }
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  const args = ['dist/cli/svc-emulator.js', 'start', '--port', String(port), ...flags]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], env })
  const folder = mkdtempSync(join(tmpdir(), 'health-'))
  try {
    writeFileSync(join(folder, 'cmdline'), ['node', ...args, ''].join('\0'))
    const check = () =>
      new Promise((done) =>
        spawn(process.execPath, ['tools/image/health.mjs', join(folder, 'cmdline')], { cwd: root, env }).once(
          'close',
          done,
        ),
      )
    await readPort(child)
    expect(await check()).toBe(0)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await check()).toBe(1)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})

it('its health check is the file that it has', () => {
  expect(json<string[]>(texts('HEALTHCHECK')[0] ?? '')).toEqual(['node', '/opt/health.mjs'])
})

/** As variables: arguments of `docker run` take the place of CMD. */
it('listens beyond its own loopback interface whatever its arguments, on the port that it exposes', async () => {
  expect(json<string[]>(texts('CMD')[0] ?? '')).toEqual(['start'])
  expect(texts('EXPOSE')).toEqual(['4010'])
  const [, name = '', value = ''] =
    /^(\w+)=(.*)$/.exec(texts('ENV').find((text) => text.startsWith('SVC_')) ?? '') ?? []
  for (const args of [[], ['start', '--fixtures', 'starter'], ['--log', 'silent'], ['start', 'modified-cursor']]) {
    const child = spawn(process.execPath, ['dist/cli/svc-emulator.js', ...args, '--port', '0'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, [name]: value },
    })
    const ended = new Promise<number | null>((done) => child.once('close', done))
    try {
      const port = await readPort(child)
      expect(await fetch(`http://127.0.0.1:${port}/__emulator/health`).then(({ status }) => status)).toBe(200)
      expect(await fetch(`http://127.0.0.1:${port}/__emulator/state`).then(({ status }) => status)).toBe(401)
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    } finally {
      child.kill('SIGKILL')
    }
  }
})

it('has a volume that its user may write to', () => {
  expect(texts('VOLUME')).toEqual(['/state'])
  expect(texts('RUN').join()).toContain('mkdir /state && chown node:node /state')
})

function readPort(child: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((done) =>
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      const port = /API +https?:\/\/[^:]+:(\d+)/.exec(chunk)?.[1]
      if (port !== undefined) done(port)
    }),
  )
}
