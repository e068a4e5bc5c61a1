/** Writes `emulator/host/fixtures/*.ts` from `fixtures/*.yaml`, so that the shipped worlds load without a YAML parser. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'

const from = new URL('../fixtures/', import.meta.url)
const to = new URL('../emulator/host/fixtures/', import.meta.url)

export function moduleFor(name: string, text: string): string {
  const head = `// Written by tools/fixtures.ts from fixtures/${name}.yaml. Do not edit.\nimport type { FixtureDocument } from '../../engine/matching/fixture.ts'\n`
  return `${head}\nexport const ${name}: FixtureDocument = ${written(parse(text), 3)}\n`
}

/** JSON with a line for each value down to some depth: a record has one. */
function written(value: unknown, levels: number, indent = ''): string {
  if (typeof value !== 'object' || value === null || levels === 0) return JSON.stringify(value)
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => written(item, levels - 1, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${written(item, levels - 1, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}

export const fixtureNames: string[] = readdirSync(from)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => basename(file, '.yaml'))

export function read(name: string): string {
  return readFileSync(new URL(`${name}.yaml`, from), 'utf8')
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const name of fixtureNames) writeFileSync(new URL(`${name}.ts`, to), moduleFor(name, read(name)))
}
