import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds `svc` and `svc-worker` so that they can be broken (`SVC_EMULATOR_BROKEN`), which the published ones cannot. Gives their command lines. */
export async function buildBreakableClient(folder) {
  const [client, worker] = await Promise.all(
    ['svc', 'svc-worker'].map(async (name) => {
      const outfile = join(folder, `${name}.cjs`)
      await build({
        entryPoints: [join(root, 'tests/helpers/cli/broken', `${name}.ts`)],
        outfile,
        bundle: true,
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        logLevel: 'warning',
        define: { 'import.meta.url': 'moduleUrl' },
        banner: { js: `const moduleUrl = require('node:url').pathToFileURL(__filename).href` },
      })
      return `${process.execPath} ${outfile}`
    }),
  )
  return { client, worker }
}
