import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resultOf } from './stryker/results.mjs'
import { codeMutationPage, codeMutationText, readResults, type RoomResult } from './code-mutation.ts'

const mutant = (status: string, line = 1) => ({
  status,
  location: { start: { line, column: 3 } },
  mutatorName: 'BlockStatement',
  replacement: '{\n}',
})
const result: RoomResult = {
  killed: 8,
  timeout: 1,
  survived: 1,
  not_run: 1,
  ignored: 2,
  invalid: 0,
  score: 81.8,
  survivors: ['a.ts:1:3 BlockStatement: { }'],
}

describe('resultOf', () => {
  it('counts a mutant that no test runs, or whose run broke, as one that none noticed, and leaves out what cannot be found', () => {
    const files = {
      'a.ts': { mutants: [mutant('Killed'), mutant('Timeout'), mutant('Ignored'), mutant('CompileError')] },
      'b.ts': { mutants: [mutant('Survived', 7), mutant('NoCoverage', 9)] },
      'c.ts': { mutants: [mutant('RuntimeError')] },
    }
    expect(resultOf(files)).toEqual({
      killed: 1,
      timeout: 1,
      survived: 2,
      not_run: 1,
      ignored: 1,
      invalid: 1,
      score: 40,
      survivors: [
        'b.ts:7:3 BlockStatement: { }',
        'b.ts:9:3 BlockStatement (no test runs it): { }',
        'c.ts:1:3 BlockStatement: { }',
      ],
    })
  })

  it('never rounds up to a score that was not reached', () => {
    const files = {
      'a.ts': {
        mutants: [
          ...Array.from({ length: 8_499 }, () => mutant('Killed')),
          ...Array.from({ length: 1_501 }, () => mutant('Survived')),
        ],
      },
    }
    expect(resultOf(files).score).toBe(84.9)
  })
})

it('a room below the wanted score, and one that was never run, are said', () => {
  const text = codeMutationText({ access: result }, ['access', 'world'])
  expect(text).toContain('| access | 81.8 % (missed) | 8 | 1 | 1 | 1 | 2 |')
  expect(text).toContain('| world | not run yet | | | | | |')
  expect(text).toContain('| the rooms that were run | 81.8 % (missed) | 8 | 1 | 1 | 1 | 2 |')
  expect(text).toContain('a.ts:1:3 BlockStatement: { }')
})

it('together the rooms have the score of all their mutants', () => {
  const text = codeMutationText({ access: result, world: { ...result, killed: 108, survived: 0, score: 99 } }, [
    'access',
    'world',
  ])
  expect(text).toContain('| the rooms that were run | 97.5 % | 116 | 2 | 1 | 2 | 4 |')
})

it('the share of the cases that a property tries is said, also where a room has another', () => {
  expect(codeMutationText({}, ['access', 'world/indexes'])).toContain(
    'Of the cases of a property 20 % are tried, in world/indexes 5 %: more',
  )
  expect(codeMutationText({}, ['access'])).toContain('Of the cases of a property 20 % are tried: more')
})

it('the page tells the results that are kept (npx tsx tools/code-mutation.ts writes it)', () => {
  expect(readFileSync(codeMutationPage, 'utf8')).toBe(codeMutationText(readResults()))
})
