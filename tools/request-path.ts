/**
 * The way of a request: prints the files and functions of `emulator/` that a GET, a page of a walk, a create and a refused create pass,
 * counted by the coverage of V8. With `--list`, names them: `npx tsx tools/request-path.ts --list`.
 */
import { Session } from 'node:inspector/promises'
import { createEmulator } from '../emulator/index.ts'

const root = new URL('../', import.meta.url).href
const headers = { 'x-api-key': 'svc-key-ada-admin', 'content-type': 'application/json' }
const json = (body: object): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) })
const open = createEmulator()
const full = createEmulator({ settings: { limits: { orgs_per_user: 0 } } })

let made = 0
const create = (): [string, RequestInit] => ['/v1/orgs', json({ alias: `made-${++made}`, name: 'Made' })]

/** Each is asked a few times first, so that nothing is counted that only a first request does. */
const requests: readonly (readonly [string, number, () => [string, RequestInit]])[] = [
  ['a GET', 200, () => ['/v1/users/me', { headers }]],
  ['a page of a walk', 200, () => ['/v1/workflow/list_sessions', json({ org_id: 'acme' })]],
  ['a create', 200, create],
  ['a create that a limit refuses', 403, create],
]

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

for (const [name, status, request] of requests) {
  await ask(request, status)
  await ask(request, status)
  await session.post('Profiler.takePreciseCoverage')
  await ask(request, status)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result
    .filter(({ url }) => url.startsWith(`${root}emulator/`))
    .map(({ url, functions }) => ({ file: url.slice(root.length), functions: functions.filter(isOwn) }))
    .filter(({ functions }) => functions.length > 0)
    .toSorted((a, b) => a.file.localeCompare(b.file))
  const count = files.reduce((sum, { functions }) => sum + functions.length, 0)
  console.log(`${name}: ${files.length} files, ${count} functions`)
  if (process.argv.includes('--list'))
    for (const { file, functions } of files)
      console.log(`  ${file}: ${functions.map(({ functionName }) => functionName || '(anonymous)').join(', ')}`)
}

function isOwn({ functionName, ranges }: { functionName: string; ranges: { count: number }[] }): boolean {
  return ranges[0]!.count > 0 && functionName !== '__name'
}

async function ask(request: () => [string, RequestInit], status: number): Promise<void> {
  const emulator = status === 200 ? open : full
  const [path, init] = request()
  const response = await emulator.fetch(path, init)
  const text = await response.text()
  if (response.status !== status) throw new Error(`${path}: expected ${status}, got ${response.status}: ${text}`)
}
