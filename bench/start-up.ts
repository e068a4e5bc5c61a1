import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Bench } from './harness/measure.ts'

const command = new URL('../dist/cli/svc-emulator.js', import.meta.url).pathname
const library = new URL('../dist/index.js', import.meta.url).href
const bare = new URL('./servers/bare-http.mjs', import.meta.url).pathname
// What this machine sets for every Node would be measured on both sides, and hide the ratio.
const env = { PATH: process.env['PATH'], HOME: tmpdir() }

/** From the start of the process to the first 200, and what an import costs. */
export const bench: Bench = {
  name: 'start-up',
  about: 'svc-emulator start until the first 200, as a multiple of a bare node:http server; importing svc-emulator.',
  async run({ quick }) {
    const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'body.json')
    writeFileSync(file, '{}')
    const sides = {
      ours: () => untilFirst200([command, 'start', '--port', '0', '--log', 'silent'], /API +http:\/\/127\.0\.0\.1:(\d+)/),
      bare: () => untilFirst200([bare, file], /"port":(\d+)/),
      nothing: () => toEnd(['-e', '0']),
      import: () => toEnd(['--input-type=module', '-e', `import ${JSON.stringify(library)}`]),
    }
    const took: Record<keyof typeof sides, number[]> = { ours: [], bare: [], nothing: [], import: [] }
    for (let round = 0; round < (quick ? 10 : 30); round++) {
      for (const name of ['ours', 'bare', 'nothing', 'import'] as const) took[name].push(await sides[name]())
    }
    const [ours, theirs] = [median(took.ours), median(took.bare)]
    return [
      { what: 'svc-emulator start until the first 200', value: ours / theirs, unit: 'x', atMost: 1.6, detail: `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms` },
      { what: 'importing svc-emulator, over bare node', value: median(took.import) - median(took.nothing), unit: 'ms', atMost: 30 },
    ]
  },
}

function untilFirst200(args: readonly string[], ready: RegExp): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += String(chunk)
      const port = ready.exec(text)?.[1]
      if (port === undefined) return
      child.stdout.removeAllListeners('data').resume()
      get({ port, host: '127.0.0.1', path: '/v1/users/me', headers: { 'x-api-key': 'svc-key-ada-admin' }, agent: false }, ({ statusCode }) => {
        const took = performance.now() - started
        child.once('exit', () => (statusCode === 200 ? resolve(took) : reject(new Error(`the first answer was ${statusCode}`))))
        child.kill('SIGKILL')
      }).on('error', reject)
    })
  })
}

function toEnd(args: readonly string[]): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    spawn(process.execPath, args, { env, stdio: 'ignore' })
      .once('exit', (code) => (code === 0 ? resolve(performance.now() - started) : reject(new Error(`node ${args.join(' ')} ended with ${code}`))))
  })
}
