import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
// @ts-expect-error: a module of the build, without types
import { shortenForeign } from './short.mjs'

it('shortens what holds nothing of ours, and says which package it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-short-'))
  const text = '// a comment\nexport function doubled(value) {\n  return value + value\n}\n'
  const inputs = {
    foreign: ['builtin:net', 'node_modules/ws/lib/x.js'],
    mixed: ['node_modules/ws/lib/x.js', 'emulator/x.ts'],
    ours: ['emulator/x.ts'],
    empty: [],
  }
  try {
    const file = (name: string) => join(folder, `${name}.js`)
    for (const name of Object.keys(inputs)) await writeFile(file(name), text)
    await shortenForeign({
      outputs: Object.fromEntries(
        Object.entries(inputs).map(([name, of]) => [
          file(name),
          { inputs: Object.fromEntries(of.map((input) => [input, {}])) },
        ]),
      ),
    })
    expect(await readFile(file('foreign'), 'utf8')).toMatch(
      /^\/\/ node_modules\/ws\/lib\/x\.js\nfunction (\w)\((\w)\)\{return \2\+\2\}export\{\1 as doubled\};\n$/,
    )
    for (const name of ['mixed', 'ours', 'empty']) expect(await readFile(file(name), 'utf8')).toBe(text)
  } finally {
    await rm(folder, { recursive: true })
  }
})
