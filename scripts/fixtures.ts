/** Writes `emulator/fixtures/*.ts` from `fixtures/*.yaml`, so that the shipped worlds load without a YAML parser. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'

const from = new URL('../fixtures/', import.meta.url)
const to = new URL('../emulator/fixtures/', import.meta.url)

export function moduleFor(name: string, text: string): string {
  const document = JSON.stringify(parse(text), null, 2)
  return `// Written by scripts/fixtures.ts from fixtures/${name}.yaml. Do not edit.\nimport type { FixtureDocument } from './fixture.ts'\n\nexport const ${name}: FixtureDocument = ${document}\n`
}

export const fixtureNames: string[] = readdirSync(from).filter((file) => file.endsWith('.yaml')).map((file) => basename(file, '.yaml'))

export function read(name: string): string {
  return readFileSync(new URL(`${name}.yaml`, from), 'utf8')
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const name of fixtureNames) writeFileSync(new URL(`${name}.ts`, to), moduleFor(name, read(name)))
}
