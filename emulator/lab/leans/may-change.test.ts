import { describe, expect, it } from 'vitest'
import { contractStamp } from '../../contract/stamp.ts'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { alternatives } from '../../contract/variants.ts'
import { nameChanges, readChanges } from './changes.ts'
import { makeLeanFile, type LeanFile } from './lean-file.ts'
import { mayChange } from './may-change.ts'
import { reportMayChange } from './may-change-report.ts'

const lean: LeanFile = makeLeanFile(
  {
    subject: 'node web.mjs',
    command: { program: ['node', 'web.mjs'] },
    statements: { met: 6, of: 502 },
    calls: ['PATCH /users/:user_id'],
    notAsked: ['user.type-always-present'],
    notAskable: ['A-348'],
  },
  [
    { id: 'user.has-name', noticedBy: ['fails'], isShown: true },
    { id: 'user.has-name/2', noticedBy: [], isShown: true },
    { id: 'A-10/1', noticedBy: [], isShown: false },
  ],
)
const old: LeanFile = { ...lean, contract: { ...lean.contract, digest: 'another', release: '0.9.0' } }

const ask = (file: LeanFile, ...words: string[]): string[] =>
  mayChange(nameChanges(words), [{ file: 'web.json', lean: file }], contractStamp())[0]!.effects.map(
    ({ change, verdict }) => `${change.id}: ${verdict}`,
  )

describe('mayChange', () => {
  it('says who breaks, and what is not known', () => {
    expect(ask(lean, 'user.has-name')).toEqual(['user.has-name: breaks', 'user.has-name/2: unnoticed'])
    expect(ask(lean, 'A-10/1', 'A-348', 'users.update.self')).toEqual([
      'A-10/1: not shown',
      'A-348: cannot be asked',
      'users.update.self: not met',
      'users.update.self/2: not met',
    ])
  })

  it('counts what was not asked, or is of another contract, as not known', () => {
    expect(ask(lean, 'user.type-always-present')[0]).toBe('user.type-always-present: not asked')
    // Another release asked one change of this statement, and did not know the others.
    expect(ask(lean, 'user.type-always-present')[1]).toBe('user.type-always-present/2: not asked')
    expect(ask(old, 'user.has-name', 'users.update.self')).toEqual([
      'user.has-name: breaks',
      'user.has-name/2: unnoticed',
      'users.update.self: other contract',
      'users.update.self/2: other contract',
    ])
  })
})

describe('nameChanges', () => {
  it('takes an assumption for each of its alternatives', () => {
    const own = alternatives.filter(({ statement }) => statement === 'A-29').map(({ id }) => id)
    expect(own.length).toBeGreaterThan(1)
    expect(nameChanges(['A-29', own[0]!]).map(({ id }) => id)).toEqual(own)
    expect(nameChanges([own[1]!]).map(({ id }) => id)).toEqual([own[1]])
    expect(nameChanges(['A-10/2']).map(({ id }) => id)).toEqual(['A-380/1'])
  })

  it.each([
    [
      'user.has-nam',
      "there is no sentence, assumption, mutant or alternative 'user.has-nam', did you mean 'user.has-name'?",
    ],
    ['leans/web.json', 'name lean files by --leans'],
    ['A-9999', "alternative 'A-9999': npx svc-emulator clauses --assumptions lists them"],
    ['pagination', /^'pagination' is a group of \d+ sentences: name some of them, such as pagination\./],
    ['pagintion', "did you mean 'pagination'?"],
  ])('refuses %s', (word, message) => {
    expect(() => nameChanges([word])).toThrow(EmulatorError)
    expect(() => nameChanges([word])).toThrow(message)
  })
})

describe('readChanges', () => {
  const read = (changes: Parameters<typeof readChanges>[0]): string[] =>
    mayChange(readChanges(changes), [{ file: 'web.json', lean }], contractStamp())[0]!.effects.map(
      ({ change, verdict }) => `${change.id}: ${verdict}`,
    )

  it('takes a changed or removed sentence for each way to change it', () => {
    expect(read([{ kind: 'changed', id: 'user.name', was: 'user.has-name', before: 'a', now: 'b' }])).toEqual([
      'user.has-name: breaks',
      'user.has-name/2: unnoticed',
    ])
    expect(read([{ kind: 'removed', id: 'A-348', before: 'a' }])).toEqual(['A-348: cannot be asked'])
  })

  it('reads a sentence that this release does not know from the file', () => {
    const before = { ...lean, leansOn: { fails: ['gone.long-ago/2'] } }
    const changes = readChanges([{ kind: 'removed', id: 'gone.long-ago', before: 'a' }])
    const [report] = mayChange(changes, [{ file: 'web.json', lean: before }], contractStamp())
    expect(report!.effects.map(({ verdict }) => verdict)).toEqual(['breaks'])
  })

  it('takes a new sentence for everybody who calls its units', () => {
    const added = (id: string) => ({ kind: 'added', id, now: 'a' }) as const
    expect(read([added('users.update.keeps-case'), added('members.new'), added('zebra.stripes')])).toEqual([
      'users.update.keeps-case: cannot be asked',
      'members.new: not met',
      'zebra.stripes: cannot be asked',
    ])
  })

  it('leaves out what no client notices', () => {
    const both = { before: 'a', now: 'b' }
    expect(readChanges([{ kind: 'changed', id: 'user.has-name', effect: 'rewords', ...both }])).toEqual([])
    expect(readChanges([{ kind: 'renamed', id: 'user.name', was: 'user.has-name', ...both }])).toEqual([])
    expect(readChanges([{ kind: 'added', id: 'A-999', now: 'a' }])).toEqual([])
  })
})

it('reports consumers by verdict, the worst first', () => {
  const changes = nameChanges(['user.has-name'])
  const reports = mayChange(changes, [{ file: 'web.json', lean: old }], contractStamp())
  const formatRerun = (): string => 'AGAIN'
  const report = reportMayChange(reports, { contract: contractStamp(), changes, formatRerun })
  expect(report.findings).toMatchObject([
    { level: 'error', kind: 'breaks', title: 'web.json (node web.mjs)' },
    { level: 'warning', kind: 'unnoticed', title: 'web.json (node web.mjs)' },
  ])
  expect(report.findings![0]!.lines).toEqual([
    'user.has-name: It leaves `name` out.',
    '  fails',
    '  Again, in its project: AGAIN',
  ])
  expect(report.remarks!.join()).toMatch(/^web\.json is of another contract, svc-emulator 0\.9\.0 /)
  expect(report.summary).toBe('2 changes, 1 consumer: breaks 1')
})
