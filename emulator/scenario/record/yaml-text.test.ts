import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseDocument } from '../../engine/checking/document.ts'
import { yamlText } from './yaml-text.ts'

const texts = [
  '<<',
  '=',
  'null',
  '~',
  'no',
  'y',
  '1e3',
  '0x1F',
  '012',
  '1:30',
  '.5',
  '.inf',
  '2020-01-01',
  '1_000',
  '- a',
  '? b',
  'a: b',
  'a #b',
  '#a',
  '%a',
  '@a',
  '*a',
  '&a b',
  '!!str a',
  '|',
  '...',
  '---',
  '',
  ' a ',
  'a\n\n b\n',
  '\t',
  '\r\n',
  '\u2028',
  '\u0085',
  '\uFEFF',
  '"',
  "'",
  '\\',
  'word '.repeat(60),
  'key: '.repeat(60),
]

it.each(texts)('reads %j back as it was, as a text and as a name, also with another reader', async (text) => {
  const body = Object.fromEntries([
    [text, 1],
    ['text', text],
    ['list', [text, { [text]: 'z'.repeat(120) }]],
  ])
  const scenario = { scenario: 1, name: 'x', steps: [{ http: 'POST /orgs', body, expect: { body } }] } as const
  const written = yamlText(scenario, [])
  const { value, problems } = await parseDocument(written, { file: 'x.yaml' })
  expect(problems).toEqual([])
  expect(value).toEqual(scenario)
  // The version of YAML that PyYAML, Ruby and others read.
  if (text !== '=') expect(parse(written, { version: '1.1' })).toEqual(scenario)
})

it('shows characters that nobody sees, and keeps them', () => {
  const hidden = ['\u0085', '\u2028', '\u202e', '\ufeff', '\u007f', '\u200b'].map((char) => `a${char}b`)
  const scenario = {
    scenario: 1,
    name: 'hidden',
    steps: [
      ...hidden.map((text) => ({ http: 'GET /users/me', body: { [text]: text } })),
      { http: 'GET /users/me', body: { long: [hidden, 'x'.repeat(20_000)] } },
    ],
  }
  const text = yamlText(scenario as never, [`Note: ${hidden[2]}`])
  expect(text).not.toMatch(/[\u007f-\u009f\u200b\u2028\u202e\ufeff]/)
  expect(parse(text)).toEqual(scenario)
})
