import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FOLDER, MAX_BYTES, pictures } from './pictures.ts'

const pages = readdirSync('docs').filter((name) => name.endsWith('.md'))
/** `![words](pictures/name.webp)` in any page. */
const references = pages.flatMap((page) =>
  [...readFileSync(`docs/${page}`, 'utf8').matchAll(/!\[([^\]]*)\]\(pictures\/([^)]+)\)/g)].map(
    ([, words = '', file = '']) => ({ page, words, file }),
  ),
)
const files = pictures.map(({ name }) => `${name}.webp`).toSorted()

it('each picture that the script takes is there, in a page, and no other', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(files)
  expect([...new Set(references.map(({ file }) => file))].toSorted()).toEqual(files)
})

it('each has words for those who do not see it', () => {
  expect(references.filter(({ words }) => words.split(' ').length < 5)).toEqual([])
})

describe.each(files)('%s', (file) => {
  const bytes = readFileSync(`${FOLDER}/${file}`)

  it('is small', () => {
    expect(bytes.length).toBeLessThan(MAX_BYTES)
  })

  it('is a picture as the script takes it', () => {
    expect([bytes.subarray(0, 4).toString(), bytes.subarray(8, 16).toString()]).toEqual(['RIFF', 'WEBPVP8X'])
    // The size in pixels, less one.
    expect([bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]).toEqual([1100, 600])
  })
})
