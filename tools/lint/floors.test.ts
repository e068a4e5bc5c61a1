import { execSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'

const planted = [
  [
    'emulator/engine/world/planted.ts',
    "import { createKernel } from '../kernel/kernel.ts'\ncreateKernel()\n",
    'engine/world may not import from engine/kernel',
  ],
  [
    'emulator/engine/kernel/planted.ts',
    "import { findUser } from '../../service/access/targets.ts'\nfindUser()\n",
    'engine/kernel may not import from service/access',
  ],
  [
    'emulator/host/documents/planted.ts',
    "import { startServer } from '../../adapters/node/server.ts'\nstartServer()\n",
    'host/documents may not import from adapters',
  ],
  [
    'emulator/host/planted.ts',
    "export const load = () => import('../adapters/control/serve.ts')\n",
    'host may not import from adapters/control',
  ],
  [
    'emulator/engine/journal/planted.ts',
    "export type Kernel = import('../kernel/host.ts').Kernel\n",
    'engine/journal may not import from engine/kernel',
  ],
  [
    'emulator/engine/matching/planted.ts',
    "export { compile } from '../triggers/compiled.ts'\n",
    'engine/matching may not import from engine/triggers',
  ],
  [
    'emulator/engine/faults/planted.ts',
    "import type { Exchange } from '../kernel/exchange.ts'\nexport type E = Exchange\n",
    'engine/faults may not import from engine/kernel',
  ],
  [
    'emulator/scenario/planted.ts',
    "import { explore } from '../lab/explore/explore.ts'\nexplore()\n",
    'scenario may not import from lab/explore',
  ],
  ['emulator/planted/planted.ts', "import { isUuid } from '../contract/uuid.ts'\nisUuid('')\n", 'has no floor'],
  [
    'emulator/service/orgs/planted.ts',
    "import { createBlob } from '../blobs/create-blob.ts'\ncreateBlob\n",
    'only through its noun file',
  ],
  [
    'emulator/service/users/planted.ts',
    "import { readFileSync } from 'node:fs'\nreadFileSync('')\n",
    'Everything else runs in a browser',
  ],
  [
    'emulator/engine/world/circle-a.ts',
    "import type { B } from './circle-b.ts'\nexport type A = B | 1\n",
    'Dependency cycle detected',
  ],
  [
    'emulator/engine/world/circle-b.ts',
    "export type { A } from './circle-a.ts'\nexport type B = 2\n",
    'Dependency cycle detected',
  ],
  [
    'cli/shared/circle-c.ts',
    "export const load = () => import('./circle-d.ts')\n",
    'closes a circle: cli/shared/circle-d.ts imports cli/shared/circle-c.ts',
  ],
  [
    'cli/shared/circle-d.ts',
    "export type C = typeof import('./circle-c.ts').load\n",
    'closes a circle: cli/shared/circle-c.ts imports cli/shared/circle-d.ts',
  ],
  ['emulator/engine/world/planted.ts', 'export const now = () => Date.now()\n', 'Use the clock of the world'],
  ['cli/shared/planted.ts', '/** Whether it is one. */\nexport const one = true\n', 'A comment can be read alone'],
  [
    'cli/shared/planted.ts',
    'export const userOf = () => 1\n',
    'Name a function by its verb or by what it returns, not userOf',
  ],
  ['emulator/engine/world/planted.ts', `export const rows = [\n${'  1,\n'.repeat(250)}]\n`, 'too many lines'],
] as const
const allowed = [
  'emulator/engine/kernel/allowed.ts',
  "import { isUuid } from '../../contract/uuid.ts'\n\nexport const known = isUuid('')\n",
] as const

let reported: readonly { readonly filename: string }[]
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-floors-'))
  cpSync('oxlint.config.mjs', join(folder, 'oxlint.config.mjs'))
  cpSync('tools/lint', join(folder, 'tools/lint'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const files = [...planted, allowed].map(([path, text], number) => {
    // Several are planted in one folder.
    const file = path.replace('planted.ts', `planted-${number}.ts`)
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), text)
    return file
  })
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['-c', 'oxlint.config.mjs', '--format', 'json', ...files], {
    cwd: folder,
    encoding: 'utf8',
  })
  reported = (JSON.parse(stdout) as { diagnostics: typeof reported }).diagnostics
  rmSync(folder, { recursive: true })
})

const readReport = (file: string): string =>
  reported
    .filter(({ filename }) => filename === file)
    .map((each) => JSON.stringify(each))
    .join('\n')

it.each(planted.map(([path, , message], number) => [path, message, number] as const))(
  'reports what is planted in %s: %s',
  (path, message, number) => {
    expect(readReport(path.replace('planted.ts', `planted-${number}.ts`))).toContain(message)
  },
)

it('has nothing to say of an import that goes down', () => {
  expect(readReport(allowed[0])).toBe('')
})

it('lists no old name that is gone', () => {
  const old = JSON.parse(readFileSync('tools/lint/old-names.json', 'utf8')) as string[]
  expect(old.length).toBeLessThanOrEqual(149)
  const gone = old.filter((line) => {
    const [path = '', name = ''] = line.split(' ')
    return !existsSync(path) || !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8'))
  })
  expect(gone).toEqual([])
})

it('has a floor for every file of the house', async () => {
  const { findFloor } = (await import(resolve('tools/lint/floors.mjs'))) as {
    findFloor(path: string): number | undefined
  }
  const files = execSync('git ls-files emulator cli', { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files.filter((file) => findFloor(file) === undefined)).toEqual([])
})

it.each(['contract', 'engine', 'service', 'host', 'scenario', 'lab', 'adapters'])(
  '%s says at its door what is behind it',
  (door) => {
    const lines = readFileSync(`emulator/${door}/README.md`, 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(12)
  },
)
