import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** What is made of the package's own files by its own code, once here so that no start has to: the starter world, and the scenarios. */
export async function preparedFiles() {
  const folder = resolve(`node_modules/.cache/svc-emulator/prepared.${process.pid}`)
  const source = { starterWorld: 'tools/build/starter-world.ts', compiledScenarios: 'tools/build/scenarios.ts' }
  await build({
    entryPoints: source,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  })
  try {
    const [{ starterWorld }, { compiledScenarios }] = await Promise.all(
      Object.keys(source).map((name) => import(pathToFileURL(`${folder}/${name}.mjs`).href)),
    )
    return { starterWorld: starterWorld(), scenarios: compiledScenarios() }
  } finally {
    await rm(folder, { recursive: true })
  }
}
