import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The starter world, filled once here so that no start has to. */
export async function preparedStarterWorld() {
  const outfile = resolve(`node_modules/.cache/svc-emulator/starter-world.${process.pid}.mjs`)
  await build({ entryPoints: ['scripts/build/starter-world.ts'], outfile, bundle: true, format: 'esm', platform: 'node', mainFields: ['module', 'main'], logLevel: 'warning' })
  try {
    const { starterWorld } = await import(pathToFileURL(outfile).href)
    return starterWorld()
  } finally {
    await rm(outfile)
  }
}
