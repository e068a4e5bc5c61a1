import { expect, it } from 'vitest'
import { chooseEdits, makeEdit, readEdits, readSources } from './edits.ts'

const edits = readEdits()

it('finds the place of each edit once, wherever the code moved', () => {
  const sources = readSources()
  const lost = edits.flatMap((edit) => {
    try {
      const { file, text } = makeEdit(edit, sources)
      return text === sources.get(file) ? [`${edit.name}: changes nothing`] : []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(lost).toEqual([])
})

it('keeps sixty edits with names of their own', () => {
  expect(new Set(edits.map(({ name }) => name)).size).toBe(60)
})

it('finds a text that is wrapped otherwise', () => {
  const edit = { name: 'n', slip: 's', find: 'a(b,\n  c)', replace: 'a($&)\n' }
  expect(makeEdit(edit, new Map([['x.ts', 'let y = a(b,\n      c);\n']])).text).toBe('let y = a($&);\n')
})

it('says which edit to renew where its text is gone, or stands twice', () => {
  const edit = { name: 'order-swapped', slip: 'The order is swapped.', find: 'a', replace: 'b' }
  expect(() => makeEdit(edit, new Map([['x.ts', 'c']]))).toThrow(
    'order-swapped: its text stands 0 times in emulator/ and cli/, expected once\nRenew it in tests/mutants/edits.yaml: The order is swapped.',
  )
  expect(() => makeEdit(edit, new Map([['x.ts', 'a a']]))).toThrow('stands 2 times')
})

it('chooses the same ten for a seed, others for another', () => {
  const chosen = (seed: number) => chooseEdits(edits, 10, seed).map(({ name }) => name)
  expect(chosen(1)).toEqual(chosen(1))
  expect(chosen(2)).not.toEqual(chosen(1))
})
