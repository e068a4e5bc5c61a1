/**
 * Runs the tests of tests/clients and writes what they found as a table into docs/clients.md, between `<!-- clients -->` and
 * `<!-- /clients -->`. `--check` writes nothing, and exits 1 where the page says something else.
 * Needs tests/clients and tools/newer-node installed (`npm run test:clients`, `npm run test:msw3`) and Chromium.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const node22 = 'tools/newer-node/node_modules/.bin/node'
/** Packages by the first word of a client's name. */
const packages = {
  undici: 'undici',
  axios: 'axios',
  got: 'got',
  ky: 'ky',
  superagent: 'superagent',
  ws: 'ws',
  'json-rpc-2.0': 'json-rpc-2.0',
  'rpc-websockets': 'rpc-websockets',
  jayson: 'jayson',
  TanStack: '@tanstack/query-core',
  'openapi-fetch': 'openapi-fetch',
}

const found = new Map()
await collect(process.execPath, {}, ['--import', 'tsx', 'tools/clients.mjs'])
await collect(node22, { MATRIX_MSW: 'msw3' }, ['--project', 'clients', '-t', 'msw 3'])
await collect(process.execPath, {}, ['--project', 'chromium', 'tests/clients'], () => 'msw 2')
for (const client of ['fetch', 'XMLHttpRequest', 'WebSocket']) {
  await collect(
    process.execPath,
    {},
    ['--project', 'browser', 'testing/playwright', '-t', 'its own world holds'],
    () => 'server',
    `${client} of the browser`,
  )
}

const table = await write()
const failed = [...found.values()].some((ways) => [...ways.values()].includes('FAILED'))
console.log(table)
await update(table, process.argv.includes('--check'))
if (failed) process.exitCode = 1

/** Adds what a run found: each test stands below the name of its client, and of the way in which it reached the emulator. */
async function collect(node, env, args, way = ([, name]) => name, client) {
  const vitest = args[0] === '--import' ? [] : ['node_modules/vitest/vitest.mjs', 'run']
  if (!existsSync(node)) throw new Error(`${node} is missing: npm run test:msw3 installs it`)
  const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 28, timeout: 600_000 }
  const { stdout } = await promisify(execFile)(node, [...vitest, ...args, '--reporter', 'json'], options).catch(
    (error) => error,
  )
  const report = JSON.parse(/\{"numTotalTestSuites".*/.exec(stdout)?.[0] ?? 'null')
  if (report === null) throw new Error(`vitest ${args.join(' ')} gave no report`)
  for (const { ancestorTitles, status, title } of report.testResults.flatMap((file) => file.assertionResults)) {
    if (status === 'pending' || status === 'skipped' || (client === undefined && ancestorTitles.length === 0)) continue
    const verdict = title === 'is not intercepted' ? 'no' : 'yes'
    note(client ?? ancestorTitles[0], way(ancestorTitles) ?? title, status === 'passed' ? verdict : 'FAILED')
  }
}

function note(client, way, verdict) {
  const ways = found.get(client) ?? new Map()
  if (ways.get(way) !== 'FAILED') ways.set(way, verdict)
  found.set(client, ways)
}

/** Folder of an installed package: npm puts it beside those of the root where their versions agree. */
function installed(name) {
  const own = `tests/clients/node_modules/${name}`
  return existsSync(own) ? own : `node_modules/${name}`
}

async function write() {
  const version = async (folder) => JSON.parse(await readFile(`${folder}/package.json`, 'utf8')).version
  const [msw2, msw3] = [await version('node_modules/msw'), await version('node_modules/msw3')]
  const rows = await Promise.all(
    [...found]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(async ([client, ways]) => {
        const name = packages[client.split(' ')[0]]
        const cells = ['server', 'https', 'msw 2', 'msw 3'].map((way) => ways.get(way) ?? '')
        return `| ${client} | ${name === undefined ? '' : await version(installed(name))} | ${cells.join(' | ')} |`
      }),
  )
  return [
    `| client | version | server | https, wss | msw ${msw2} | msw ${msw3} |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

async function update(table, check) {
  const page = await readFile('docs/clients.md', 'utf8')
  const [start, end] = ['<!-- clients -->', '<!-- /clients -->']
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/clients.md has no ${start} … ${end}`)
  const next = `${page.slice(0, from + start.length)}\n${table}\n${page.slice(to)}`
  if (next === page) return
  if (!check) return writeFile('docs/clients.md', next)
  console.error(
    'clients: the table of docs/clients.md is not what the tests found; `node tools/clients-table.mjs` writes it',
  )
  process.exitCode = 1
}
