import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Read {
  readonly from: string
  readonly chunk: string
  readonly name: string
}

const reads = /\(await import\("([^"]+)"\)\)\.(\w+)|\{([^{}]*)\} = await import\("([^"]+)"\)/g

/** Names that a text reads of its dynamic imports of other files. */
function namesRead(from: string, text: string): Read[] {
  return [...text.matchAll(reads)].flatMap(([, direct, name, names = '', taken]) => {
    const chunk = direct ?? taken ?? ''
    const all = name === undefined ? names.split(',').map((each) => each.split(':')[0]?.trim() ?? '') : [name]
    return chunk.startsWith('.') ? all.filter((each) => each !== '').map((each) => ({ from, chunk, name: each })) : []
  })
}

/** Names that a built file exports, which a bundle of a CommonJS library reduces to `default`. */
function namesExported(text: string): string[] {
  const listed = [...text.matchAll(/^export \{([^{}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(',').map((each) => each.trim().split(' as ').at(-1) ?? ''),
  )
  return /^export default /m.test(text) ? [...listed, 'default'] : listed
}

it('finds the names of an import that is read, or taken apart', () => {
  const text =
    'new (await import("./a.js")).Agent(); const { b, c: d } = await import("./b.js"); await import("node:fs")'
  expect(namesRead('x', text).map(({ chunk, name }) => `${chunk} ${name}`)).toEqual([
    './a.js Agent',
    './b.js b',
    './b.js c',
  ])
  expect(namesExported('export {\n  a,\n  b as c\n};\nexport default d;')).toEqual(['a', 'c', 'default'])
})

it('a dynamic import of what is built has the names that are read of it', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const read = files.flatMap((file) => namesRead(file, readFileSync(`dist/${file}`, 'utf8')))
  expect(read.length).toBeGreaterThan(50)
  const missing = read.filter(({ from, chunk, name }) => {
    const file = new URL(chunk, new URL(from, 'file:///')).pathname
    return !namesExported(readFileSync(`dist${file}`, 'utf8')).includes(name)
  })
  expect(missing).toEqual([])
})
