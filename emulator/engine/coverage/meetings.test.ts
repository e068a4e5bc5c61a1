import { describe, expect, it } from 'vitest'
import { Meetings, makeMeetings, type ProcessLike } from './meetings.ts'
import { assumptionIds } from '../../contract/assumptions.ts'
import { clauseCount, findPosition } from './statements.ts'

/** Modules of Node; files are written into a list. */
function builtinModules(
  written: string[],
  order: object,
  isMainThread = true,
): NonNullable<ProcessLike['getBuiltinModule']> {
  const modules = {
    'node:fs': {
      appendFileSync: (file: string, text: string) => void written.push(`${file} ${text}`),
      readFileSync: () => JSON.stringify(order),
    },
    'node:worker_threads': { isMainThread },
  }
  return (name) => modules[name]
}

describe('meetings', () => {
  it('are noted once for each test file', () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const name = findPosition('user.has-name')
    meetings.answered([name, clauseCount])
    meetings.answered([name])
    meetings.placeNow = () => ({ file: '/a.test.ts', test: 'says it' })
    meetings.answered([name])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { met: 'user.has-name' },
      { met: assumptionIds[0] },
      { together: ['user.has-name', assumptionIds[0]] },
      { together: ['user.has-name'] },
      { met: 'user.has-name', file: '/a.test.ts', test: 'says it' },
    ])
  })

  it('wait until the test file can be named', async () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const named = meetings.nameFilesBy(Promise.resolve(() => ({ file: '/a.test.ts' })))
    meetings.answered([findPosition('user.has-name')])
    expect(lines).toEqual([])
    await named
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { met: 'user.has-name', file: '/a.test.ts' },
      { together: ['user.has-name'] },
    ])
  })

  it('are noted without a file where none can be named', async () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const named = meetings.nameFilesBy(Promise.resolve(undefined))
    meetings.answered([findPosition('user.has-name')])
    await named
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ met: 'user.has-name' }, { together: ['user.has-name'] }])
  })

  it('say which mutant changed an answer', () => {
    const lines: string[] = []
    new Meetings((text) => lines.push(text)).broke('user.has-name')
    expect(lines).toEqual(['{"carriedOut":"user.has-name"}\n'])
  })

  it('go to a file of the process in the folder that is named', () => {
    const written: string[] = []
    const process: ProcessLike = {
      pid: 7,
      env: { SVC_EMULATOR_LAB: '/met' },
      getBuiltinModule: builtinModules(written, { notes: true }),
    }
    makeMeetings(process)!.note({ met: 'user.has-name' })
    expect(written).toEqual(['/met/7.jsonl {"met":"user.has-name"}\n'])
  })

  it.each([
    [true, ['{"started":"/a.test.js","parent":3}', '{"met":"user.has-name","file":"/a.test.js"}']],
    [false, ['{"met":"user.has-name"}']],
  ])(
    'name the program under node:test, with its parent, if the thread is the main one: %s',
    (isMainThread, expected) => {
      const written: string[] = []
      const made = makeMeetings({
        pid: 7,
        ppid: 3,
        env: { SVC_EMULATOR_LAB: '/met' },
        argv: ['node', '/a.test.js'],
        getBuiltinModule: builtinModules(written, { notes: true, programs: true }, isMainThread),
      })
      made!.answered([findPosition('user.has-name')])
      const together = '{"together":["user.has-name"]}'
      expect(written).toEqual([...expected, together].map((line) => `/met/7.jsonl ${line}\n`))
    },
  )

  it("are nobody's business otherwise", () => {
    expect(makeMeetings(undefined)).toBeUndefined()
    expect(makeMeetings({ pid: 7, env: {} })).toBeUndefined()
    expect(makeMeetings({ pid: 7, env: { SVC_EMULATOR_LAB: '/met' } })).toBeUndefined()
    const getBuiltinModule = builtinModules([], { settings: {} })
    expect(makeMeetings({ pid: 7, env: { SVC_EMULATOR_LAB: '/met' }, getBuiltinModule })).toBeUndefined()
  })
})
