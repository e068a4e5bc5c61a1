import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { bundleModules } from '../../tools/build/modules.mjs'
import { commandEntries, libraryEntries, programEntries } from '../../tools/entries.mjs'
import { type Plan, renamed } from './plan.ts'

const root = resolve(import.meta.dirname, '../..')

/** Version of the second contract, and of the release that has it. */
export const second = { contract: '2.0.0', release: '2.0.0' }

/** Builds our sources with the second contract, as a package in an empty folder. */
export async function buildSecondRelease(plan: Plan, folder: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  const dist = join(folder, 'dist')
  mkdirSync(dist, { recursive: true })
  await bundleModules(libraryEntries, commandEntries, programEntries, dist, Object.keys(manifest.peerDependencies), [
    changing(plan),
  ])
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: second.release }))
  for (const part of ['scenarios', 'fixtures']) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** Gives the sources of a build the second contract: ids in the code that cites them, and rows where they are made. */
function changing(plan: Plan): Plugin {
  const ids = new Map(plan.rows.renamed.map((id) => [`'${id}'`, `'${renamed(id)}'`]))
  const gone = new Map(plan.rows.removed.map((id) => [`'${id}'`, `'${plan.stand}'`]))
  return {
    name: 'second-contract',
    setup(build) {
      build.onLoad({ filter: /[\\/](?:emulator|cli)[\\/].*\.ts$/ }, ({ path }) => {
        const name = relative(root, path).replaceAll('\\', '/')
        const map = name.startsWith('emulator/contract/clauses/') ? ids : new Map([...ids, ...gone])
        const text = readFileSync(path, 'utf8').replace(/'[a-z][a-z\d.-]+'/g, (word) => map.get(word) ?? word)
        return { contents: changeSource(name, text, plan), loader: 'ts' }
      })
    },
  }
}

/** Digest of the second contract, which `npm run write` would write. */
const computedDigest = `import { clauses } from './clauses.ts'
import { digestClauses } from './digest-clauses.ts'
export const CONTRACT_DIGEST = digestClauses(clauses)
`

function changeSource(name: string, text: string, plan: Plan): string {
  if (name === 'emulator/contract/version.ts') {
    const release = replaceOnce(text, /const VERSION = '[\d.]+'/, `const VERSION = '${second.release}'`)
    return replaceOnce(release, /const CONTRACT_VERSION = '[\d.]+'/, `const CONTRACT_VERSION = '${second.contract}'`)
  }
  if (name === 'emulator/contract/digest.ts') return computedDigest
  if (name !== 'emulator/contract/section.ts') return text
  const changer = JSON.stringify(join(import.meta.dirname, 'change-rows.ts'))
  const rows = `{ heading, wire, rows: changeRows(heading, rows, ${JSON.stringify(plan)}, '${second.contract}') }`
  return `import { changeRows } from ${changer}\n${replaceOnce(text, '{ heading, wire, rows }', rows)}`
}

function replaceOnce(text: string, from: string | RegExp, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`expected once in a source: ${from}`)
  return text.replace(from, () => to)
}
