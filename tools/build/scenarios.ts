/** Bundled and run by the build: what `dist/scenarios.json` holds. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readExactly } from '../../emulator/engine/checking/yaml-document.ts'
import { plainYaml } from '../../emulator/engine/checking/yaml-values.ts'

/**
 * The shipped scenarios as JSON, read once at build time, so that replaying the whole library needs no YAML parser. Each goes with the
 * digest of the text it was read from: a file that was edited since is read for itself.
 */
export function compiledScenarios(folder = 'scenarios'): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return JSON.stringify(
    Object.fromEntries(
      files.map((file) => {
        const text = readFileSync(join(folder, file), 'utf8')
        return [
          file.replaceAll('\\', '/'),
          {
            sha256: createHash('sha256').update(text).digest('base64url'),
            value: plainYaml(text) ?? readExactly(text).value,
          },
        ]
      }),
    ),
  )
}
