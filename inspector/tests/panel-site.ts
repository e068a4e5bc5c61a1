import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { build, createServer as createVite, preview } from 'vite'

/** A page that mocks its API with the worker of msw, and shows a panel over the emulator. */
const mocked = `
import { setupWorker } from 'msw/browser'
import { createEmulator } from 'svc-emulator'
import { createHandlers } from 'svc-emulator/msw'
import { showPanel } from 'svc-emulator/panel'

const emulator = createEmulator({ trace: true })
await setupWorker(...createHandlers(emulator, { baseUrl: 'https://api.example.com/rest' })).start({ quiet: true })
window.panel = showPanel(emulator)
window.ask = async () => (await fetch('https://api.example.com/rest/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })).json()
document.querySelector('main').textContent = (await window.ask()).user.alias
`

/** A page of plain modules, without msw: it has no bundler. */
const plain = `
import { createEmulator } from 'svc-emulator'
import { showPanel } from 'svc-emulator/panel'

const emulator = createEmulator({ trace: true })
window.emulator = emulator
window.showPanel = showPanel
window.panel = showPanel(emulator)
await emulator.fetch('/v1/users/me', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
document.querySelector('main').textContent = 'ada'
`

/** Rules that would spoil every element that they reach. */
const hostile =
  '* { font-size: 40px !important; color: rgb(255, 0, 0) !important; letter-spacing: 1rem; text-transform: uppercase } button, iframe, svc-emulator-panel { display: none !important }'

const html = (script: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mine</title><link rel="icon" href="data:,">${head}</head><body><h1>Mine</h1><main></main><aside id="place"></aside>${script}</body></html>`

const importMap = JSON.stringify({
  imports: { 'svc-emulator': '/dist/index.js', 'svc-emulator/panel': '/dist/panel.js' },
})

/** Source of the map in a policy that allows no other inline script. */
export const IMPORT_MAP_HASH = `sha256-${createHash('sha256').update(importMap).digest('base64')}`

export interface Site {
  readonly url: string
  close(): Promise<unknown>
}

/** A project with the built package in it, as it is installed. */
export class PanelProject {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  static async create(): Promise<PanelProject> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-panel-'))
    await mkdir(join(folder, 'node_modules/svc-emulator'), { recursive: true })
    await mkdir(join(folder, 'public'))
    for (const part of ['dist', 'package.json'])
      await cp(part, join(folder, 'node_modules/svc-emulator', part), { recursive: true })
    await symlink(resolve('node_modules/msw'), join(folder, 'node_modules/msw'))
    await cp('node_modules/msw/lib/mockServiceWorker.js', join(folder, 'public/mockServiceWorker.js'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'main.js'), mocked)
    await writeFile(join(folder, 'index.html'), html('<script type="module" src="/main.js"></script>'))
    return new PanelProject(folder)
  }

  /** Vite while somebody develops. */
  async serveWithVite(): Promise<Site> {
    const server = await createVite({ root: this.folder, configFile: false, logLevel: 'error', server: local })
    await server.listen()
    return { url: server.resolvedUrls!.local[0]!, close: () => server.close() }
  }

  /** Output of a build with Vite. */
  async serveBuilt(): Promise<Site> {
    const settings = { root: this.folder, configFile: false as const, logLevel: 'error' as const }
    await build({ ...settings, build: { target: 'es2022' } })
    const server = await preview({ ...settings, preview: local })
    return { url: server.resolvedUrls!.local[0]!, close: () => server.close() }
  }

  /** Modules as they are installed, without a bundler. `policy` is sent as the policy of the page. */
  async servePlain(policy?: string): Promise<Site> {
    const pages: Record<string, string> = {
      '/': html('<script type="module" src="/plain.js"></script>', `<script type="importmap">${importMap}</script>`),
      '/hostile': html(
        '<script type="module" src="/plain.js"></script>',
        `<script type="importmap">${importMap}</script><style>${hostile}</style>`,
      ),
    }
    const types: Record<string, string> = { '.js': 'text/javascript', '': 'text/html' }
    const server = createServer((request, response) => {
      const path = request.url!.split('?', 1)[0]!
      const text =
        path === '/plain.js'
          ? Promise.resolve(plain)
          : path in pages
            ? Promise.resolve(pages[path]!)
            : readFile(join(this.folder, 'node_modules/svc-emulator', path), 'utf8')
      text.then(
        (body) => {
          response.setHeader('content-type', types[extname(path)] ?? 'text/plain')
          if (policy !== undefined) response.setHeader('content-security-policy', policy)
          response.end(body)
        },
        () => response.writeHead(404).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      close: () => new Promise((done) => server.close(done).closeAllConnections()),
    }
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true })
  }
}

const local = { port: 0, strictPort: false, host: '127.0.0.1' }
