import { expect, it } from 'vitest'
import { groupBlocks, parseBlocks } from './blocks.ts'
import { outputProblem } from './output.ts'

it('finds blocks with their line, language and attributes', () => {
  const page = ['# Title', '', '```yaml file=a.yaml', 'a: 1', '```', 'text', '````text', '```', '````'].join('\n')
  expect(parseBlocks(page)).toEqual([
    { line: 3, language: 'yaml', attributes: { file: 'a.yaml' }, text: 'a: 1\n' },
    { line: 7, language: 'text', attributes: {}, text: '```\n' },
  ])
})

it.each([
  ['```\nx\n```', 'line 1: the block names no language'],
  ['a\n```sh\nx', 'line 2: the block is never closed'],
  ['```sh skip=1\nx\n```', "'skip=1' is no attribute of a block"],
])('refuses %j', (page, message) => {
  expect(() => parseBlocks(page)).toThrow(message)
})

it('groups tests that stand together', () => {
  const test = "```ts\nimport { it } from 'vitest'\n```"
  const page = [test, test, '```ts file=a.ts', '```', '```ts file=a.test.ts', '```', test, '```sh', '```', test].join(
    '\n',
  )
  expect(groupBlocks(parseBlocks(page)).map((group) => group.map(({ line }) => line))).toEqual([
    [1, 4],
    [7],
    [9, 11],
    [14],
    [16],
  ])
})

it.each([
  ['text', 'one\n…\nfour', 'one\ntwo\nthree\nfour\n'],
  ['text', 'took … ms', 'took 12 ms'],
  ['text', 'a(b)*', 'a(b)*'],
  ['json', '{"a": [1, {"id": "…"}]}', '{"a":[1,{"id":"7"}]}'],
])('%s: %j is met by %j', (language, shown, actual) => {
  expect(outputProblem(language, shown, actual)).toBeUndefined()
})

it.each([
  ['text', 'one', 'one\ntwo'],
  ['text', 'one\n…\nfour', 'one\ntwo'],
  ['text', 'a.c', 'abc'],
  ['json', '{"a": 1}', '{"a":1,"b":2}'],
  ['json', '{"a": 1, "b": "…"}', '{"a":1}'],
  ['json', '{"a": 1}', 'no json'],
])('%s: %j is not met by %j', (language, shown, actual) => {
  expect(outputProblem(language, shown, actual)).toContain('the page shows')
})
