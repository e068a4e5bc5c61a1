import { describe, expect, it } from 'vitest'
import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import { formatLeanFile, makeLeanFile, parseLeanFile, type TriedChange } from './lean-file.ts'

const facts = {
  subject: 'npx vitest run',
  command: { program: ['npx', 'vitest', 'run'] },
  statements: { met: 9, of: 502 },
  calls: ['GET /users/:user_id', 'GET /orgs/:org_id'],
  notAsked: ['b', 'a'],
  notAskable: ['A-9', 'A-348'],
}

const noticed = (id: string, ...noticedBy: string[]): TriedChange => ({ id, noticedBy, isShown: true })

describe('makeLeanFile', () => {
  it('sorts its lists, and groups what is leaned on by test', () => {
    const asked = [noticed('z', 'a.test.ts > two', 'a.test.ts > one'), noticed('y', 'a.test.ts > one'), noticed('x')]
    expect(makeLeanFile(facts, [...asked, { id: 'w', noticedBy: [], isShown: false }])).toMatchObject({
      calls: ['GET /orgs/:org_id', 'GET /users/:user_id'],
      leansOn: { 'a.test.ts > one': ['y', 'z'], 'a.test.ts > two': ['z'] },
      unnoticed: ['x'],
      unshown: ['w'],
      notAsked: ['a', 'b'],
      notAskable: ['A-348', 'A-9'],
    })
  })

  it('stays below 20 KB with the most telling tests of each change', () => {
    const tests = Array.from({ length: 60 }, (_, n) => `src/views/view-${n}.test.ts > shows what it should`)
    const asked = Array.from({ length: 200 }, (_, n) =>
      noticed(`users.get.change-${n}`, ...tests, `own.test.ts > ${n % 9}`),
    )
    const file = makeLeanFile(facts, asked)
    expect(formatLeanFile(file).length).toBeLessThan(20_000)
    expect(file.testsPerChange).toBe(2)
    expect(file.leansOn['own.test.ts > 3']).toContain('users.get.change-3')
    expect(new Set(Object.values(file.leansOn).flat()).size).toBe(200)
  })
})

describe('parseLeanFile', () => {
  it('reads what was written', () => {
    const file = makeLeanFile(facts, [noticed('z', 'fails')])
    expect(parseLeanFile(formatLeanFile(file), 'web.json')).toEqual(file)
  })

  it.each([
    ['{', /^web\.json is not valid JSON: /],
    ['{"leans": 2}', /^web\.json is not a file of `npx svc-emulator leans`: leans: expected 1/],
    ['[]', /^web\.json is not a file of `npx svc-emulator leans`: /],
  ])('refuses %s', (text, message) => {
    const read = () => parseLeanFile(text, 'web.json')
    expect(read).toThrow(EmulatorError)
    expect(read).toThrow(message)
  })
})
