import { afterEach, describe, expect, it } from 'vitest'
import { Meetings, makeMeetings, type ProcessLike } from './meetings.ts'
import { setRunningTest, type RunningTest } from '../world/running-test.ts'
import { assumptionIds } from '../../contract/assumptions.ts'
import { clauseCount, findPosition } from './statements.ts'

/** Modules of Node; files are written into a list. */
function builtinModules(written: string[], isMainThread = true): NonNullable<ProcessLike['getBuiltinModule']> {
  const modules = {
    'node:fs': { appendFileSync: (file: string, text: string) => void written.push(`${file} ${text}`) },
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
    meetings.fileNow = () => '/a.test.ts'
    meetings.answered([name])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { met: 'user.has-name' },
      { met: assumptionIds[0] },
      { together: ['user.has-name', assumptionIds[0]] },
      { together: ['user.has-name'] },
      { met: 'user.has-name', file: '/a.test.ts' },
    ])
  })

  it('wait until the test file can be named', async () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const named = meetings.nameFilesBy(Promise.resolve(() => '/a.test.ts'))
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

  describe('of the test that a session runs', () => {
    const test = (id: string | undefined): RunningTest => ({
      file: '/a.test.ts',
      id,
      name: id && `name ${id}`,
      broken: [],
      carriedOut: false,
      notes: '/notes',
    })
    afterEach(() => setRunningTest(undefined))

    it('are noted with it, and worlds that answer two tests are told', () => {
      const lines: [string, string | undefined][] = []
      const meetings = new Meetings((text, file) => lines.push([text.trim(), file]))
      const [world, other] = [{}, {}]
      const name = findPosition('user.has-name')
      setRunningTest(test('1'))
      meetings.answered([name], world)
      setRunningTest(test('2'))
      meetings.answered([name], other)
      meetings.answered([name], world)
      setRunningTest(test(undefined))
      meetings.answered([name], world)
      const file = '/a.test.ts'
      expect(lines.map(([line]) => JSON.parse(line))).toEqual([
        { met: 'user.has-name', file, id: '1', test: 'name 1' },
        { together: ['user.has-name'] },
        { met: 'user.has-name', file, id: '2', test: 'name 2' },
        { shared: file },
        { met: 'user.has-name', file },
      ])
      expect(new Set(lines.map(([, to]) => to))).toEqual(new Set(['/notes']))
    })

    it('tell it that its mutant broke an answer; elsewhere a line does', () => {
      const lines: string[] = []
      const meetings = new Meetings((text) => lines.push(text))
      const running = test('1')
      setRunningTest(running)
      meetings.broke('user.has-name')
      expect([running.carriedOut, lines]).toEqual([true, []])
      setRunningTest(undefined)
      meetings.broke('user.has-name')
      expect(lines).toEqual(['{"carriedOut":"user.has-name"}\n'])
    })
  })

  it('go to a file of the process in the folder that is named', () => {
    const written: string[] = []
    const process: ProcessLike = {
      pid: 7,
      env: { SVC_EMULATOR_MET: '/met' },
      getBuiltinModule: builtinModules(written),
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
        env: { SVC_EMULATOR_MET: '/met', SVC_EMULATOR_MET_PROGRAM: '1' },
        argv: ['node', '/a.test.js'],
        getBuiltinModule: builtinModules(written, isMainThread),
      })
      made!.answered([findPosition('user.has-name')])
      const together = '{"together":["user.has-name"]}'
      expect(written).toEqual([...expected, together].map((line) => `/met/7.jsonl ${line}\n`))
    },
  )

  it("are nobody's business otherwise", () => {
    expect(makeMeetings(undefined)).toBeUndefined()
    expect(makeMeetings({ pid: 7, env: {} })).toBeUndefined()
    expect(makeMeetings({ pid: 7, env: { SVC_EMULATOR_MET: '/met' } })).toBeUndefined()
  })
})
