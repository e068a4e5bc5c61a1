import { describe, expect, it } from 'vitest'
import { Meetings, meetingsOf, type ProcessLike } from './meetings.ts'
import { clauseCount, positionOf } from './statements.ts'

describe('meetings', () => {
  it('are noted once for each test file, and assumptions not at all', () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const name = positionOf('user.has-name')
    meetings.answered([name, clauseCount])
    meetings.answered([name])
    meetings.fileNow = () => '/a.test.ts'
    meetings.answered([name])
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { met: 'user.has-name' },
      { met: 'user.has-name', file: '/a.test.ts' },
    ])
  })

  it('wait until the test file can be named', async () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const named = meetings.nameFilesBy(Promise.resolve(() => '/a.test.ts'))
    meetings.answered([positionOf('user.has-name')])
    expect(lines).toEqual([])
    await named
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ met: 'user.has-name', file: '/a.test.ts' }])
  })

  it('are noted without a file where none can be named', async () => {
    const lines: string[] = []
    const meetings = new Meetings((text) => lines.push(text))
    const named = meetings.nameFilesBy(Promise.resolve(undefined))
    meetings.answered([positionOf('user.has-name')])
    await named
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ met: 'user.has-name' }])
  })

  it('go to a file of the process in the folder that is named', () => {
    const written: string[] = []
    const process: ProcessLike = {
      pid: 7,
      env: { SVC_EMULATOR_MET: '/met' },
      getBuiltinModule: () => ({ appendFileSync: (file, text) => void written.push(`${file} ${text}`) }),
    }
    meetingsOf(process)!.note({ met: 'user.has-name' })
    expect(written).toEqual(['/met/7.jsonl {"met":"user.has-name"}\n'])
  })

  it("are nobody's business otherwise", () => {
    expect(meetingsOf(undefined)).toBeUndefined()
    expect(meetingsOf({ pid: 7, env: {} })).toBeUndefined()
    expect(meetingsOf({ pid: 7, env: { SVC_EMULATOR_MET: '/met' } })).toBeUndefined()
  })
})
