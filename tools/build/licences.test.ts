import { expect, it } from 'vitest'

const { licenceProblems } = (await import(new URL('./licences.mjs', import.meta.url).href)) as {
  licenceProblems(text: string): string[]
}

const separator = `\n\n${'-'.repeat(80)}\n\n`

it('takes permissive licences whose text is there', () => {
  expect(licenceProblems(['a 1.0.0 (MIT)\n\nMIT License', '@b/c 2.0.0 (ISC)\n\nISC'].join(separator))).toEqual([])
})

it('names what is bundled under another licence, under none, or without its text', () => {
  const text = ['a 1.0.0 (GPL-3.0)\n\nGPL', 'b 1.0.0 (undefined)\n\nx', 'c 1.0.0 (MIT)'].join(separator)
  expect(licenceProblems(text)).toEqual([
    expect.stringContaining('a 1.0.0 is bundled under GPL-3.0; expected MIT'),
    expect.stringContaining('b 1.0.0 is bundled under undefined'),
    'c 1.0.0 is bundled without the text of its licence',
  ])
})
