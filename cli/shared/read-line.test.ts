import { expect, it } from 'vitest'
import { readLine } from './read-line.ts'

const known = { key: { about: '', value: 'key' }, port: { about: '', value: 'n' }, quiet: { about: '' } }
const read = (line: string) => readLine(line.split(' '), known)

it('takes words, switches and values apart', () => {
  const { words, switches, values, problem } = read('go --key k --quiet to --port=1 -- --quiet')
  expect({ words, switches: [...switches], values: [...values], problem }).toEqual({
    words: ['go', 'to', '--quiet'],
    switches: ['quiet'],
    values: [
      ['key', 'k'],
      ['port', '1'],
    ],
    problem: undefined,
  })
})

it('lets a value be negative, a dash, or anything after an equals sign', () => {
  expect(read('--port -5').values.get('port')).toBe('-5')
  expect(read('--key -').values.get('key')).toBe('-')
  expect(read('--key=--quiet').values.get('key')).toBe('--quiet')
  expect(read('--key=a=b').values.get('key')).toBe('a=b')
})

it('lists single dashes once, as flags that are none of ours', () => {
  expect(read('-abc=1 -h').flags).toEqual([{ dashes: '-', name: 'abc' }])
  expect([...read('-h').switches, ...read('-v').switches]).toEqual(['help', 'version'])
})

it.each([
  ['--key', '--key needs a value'],
  ['--key --quiet', '--key needs a value'],
  ['--key -x', '--key needs a value'],
  ['--quiet=no', '--quiet takes no value'],
  ['--key a --key b', '--key is given more than once'],
])('finds what is wrong with %j', (line, problem) => {
  expect(read(line).problem).toContain(problem)
})

it('takes a single dash and a letter for the flag that says so', () => {
  const short = { ...known, output: { about: '', value: 'file', short: 'o' } }
  for (const line of [['-o', 'x.yaml'], ['-ox.yaml'], ['--output=x.yaml']]) {
    expect(readLine(line, short)).toMatchObject({
      flags: [{ dashes: '--', name: 'output' }],
      values: new Map([['output', 'x.yaml']]),
      words: [],
      problem: undefined,
    })
  }
  expect(readLine(['-o'], short).problem).toContain('--output needs a value')
  expect(readLine(['-o', 'a', '--output', 'b'], short).problem).toBe('--output is given more than once')
})

it('adds up the values of a flag that may be given again', () => {
  const list = { fixtures: { about: '', value: 'names', many: true as const } }
  expect(readLine(['--fixtures', 'a', '--fixtures=b,c'], list)).toMatchObject({
    values: new Map([['fixtures', 'a,b,c']]),
    problem: undefined,
  })
  expect(readLine(['--fixtures', 'a', '--fixtures'], list).problem).toContain('--fixtures needs a value')
})
