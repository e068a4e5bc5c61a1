import { describe, expect, it } from 'vitest'
import { questions } from '../../emulator/lab/index.ts'
import { clients } from './clients.ts'

describe.each(clients)('of a client that $does, questions', ({ run, matter }) => {
  it('finds those that matter, none besides, and a silent one first', async () => {
    const report = await questions(run)
    const found = report.questions.filter(({ matters }) => matters)
    const told = found.map(({ alternative, effect, difference }) => [alternative, effect, difference])
    expect(Object.fromEntries(told.map(([id, effect]) => [id, effect])), JSON.stringify(told)).toEqual(
      Object.fromEntries(Object.entries(matter).map(([id, [effect]]) => [id, effect])),
    )
    const silent = Object.values(matter).filter(([effect]) => effect === 'silent').length
    expect(found.map((each) => each.silent)).toEqual(found.map((_, n) => n < silent))
    expect(report.questions.length).toBeGreaterThanOrEqual(found.length)
    expect(report.left).toEqual([])
  })
})
