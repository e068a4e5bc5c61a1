import { parse } from 'yaml'

/** The text of `emulator/host/fixtures/<name>.ts`, from that of `fixtures/<name>.yaml`: shipped worlds load without reading YAML. */
export function fixtureModule(name: string, yaml: string): string {
  return `// Written by npm run write from fixtures/${name}.yaml: do not edit.
import type { FixtureDocument } from '../../engine/matching/fixture.ts'

export const ${name}: FixtureDocument = ${formatJson(parse(yaml), 3)}
`
}

/** JSON with a line for each value down to some depth: a record has one. */
function formatJson(value: unknown, levels: number, indent = ''): string {
  if (typeof value !== 'object' || value === null || levels === 0) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => formatJson(item, levels - 1, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${formatJson(item, levels - 1, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}
