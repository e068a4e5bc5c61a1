import { expect, it } from 'vitest'
import type { TableName } from '../../engine/world/tables/index.ts'
import type { Observed } from '../engine/world-subject.ts'
import type { End } from '../engine/client.ts'
import { findDifference } from './find-difference.ts'

function run(output: unknown, { end = 'succeeded', said = '', records = [] }: Partial<Ran> = {}): Observed {
  return {
    end,
    said,
    output,
    world: { tables: new Map<TableName, readonly string[]>([['orgs', records]]), labels: new Map() },
  } as unknown as Observed
}

interface Ran {
  readonly end: End
  readonly said: string
  readonly records: readonly string[]
}

const none = new Set<string>()

it.each<[string, unknown, unknown, Partial<Ran>, string | undefined]>([
  ['no difference', 1, 1, {}, undefined],
  ['another output', 120, 0, {}, 'silent: succeeds, and its output differs: expected 120, got 0'],
  [
    'lines of a program',
    { exit: 0, stdout: ['120 objects', ''] },
    { exit: 0, stdout: ['0 objects', ''] },
    {},
    'silent: succeeds, and its output differs: stdout/0: expected "120 objects", got "0 objects"',
  ],
  [
    'a field that is gone',
    { name: 'Acme' },
    {},
    {},
    'silent: succeeds, and its output differs: name: expected "Acme", got nothing',
  ],
  [
    'two differences',
    { a: 1, b: 1 },
    { a: 2, b: 2 },
    {},
    'silent: succeeds, and its output differs: a: expected 1, got 2 (and 1 more)',
  ],
  [
    'another code',
    ['refused: org_not_found'],
    ['refused: not_found'],
    {},
    'wording: succeeds, and shows another code: 0: expected "refused: org_not_found", got "refused: not_found"',
  ],
  [
    'another world',
    1,
    1,
    { records: ['{"alias":"new"}'] },
    'silent: succeeds, and leaves another world: + orgs {"alias":"new"}',
  ],
  ['a failure', 1, undefined, { end: 'failed', said: 'exit code 3' }, 'failure: fails: exit code 3'],
  [
    'an end that does not come',
    1,
    undefined,
    { end: 'hung', said: 'no call for 5000 ms' },
    'failure: does not end: no call for 5000 ms',
  ],
  [
    'a stack trace',
    1,
    undefined,
    { end: 'crashed', said: 'file:///x.mjs:3\n  throw\n  ^\nTypeError: it is not iterable\n    at x.mjs:3:1' },
    'failure: crashes: TypeError: it is not iterable',
  ],
])('tells %s', (_, first, other, how, expected) => {
  const found = findDifference(run(first), run(other, how), none)
  expect(found && `${found.effect}: ${found.what}`).toBe(expected)
})

it('leaves out what differs between two runs of the client as it is', () => {
  expect(findDifference(run({ took: 1, n: 2 }), run({ took: 5, n: 2 }), new Set(['/took']))).toBeUndefined()
})
