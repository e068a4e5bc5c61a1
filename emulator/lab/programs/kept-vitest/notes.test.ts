import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { metElsewhere, otherTests, readNotes } from './notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-notes-'))
const noted = (...lines: readonly object[]) => {
  const file = join(folder, `${Math.random()}`)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}
const inTest = (met: string, id: string) => ({ met, file: '/f', id, test: `name ${id}` })

it('notes say which tests met a clause, and what was met outside of tests', () => {
  const { met, names, shared, answers } = readNotes(
    noted(inTest('a', '1'), inTest('a', '2'), { met: 'b', file: '/f' }, { shared: '/f' }, { together: ['a', 'b'] }),
  )
  expect(met.get('a')!.get('/f')).toEqual({ tests: new Set(['1', '2']), isOutside: false })
  expect(met.get('b')!.get('/f')).toEqual({ tests: new Set(), isOutside: true })
  expect(names.get('1')).toEqual({ file: '/f', name: 'name 1' })
  expect(shared).toEqual(new Set(['/f']))
  expect(answers).toEqual([['a', 'b']])
})

it('tests that meet something else in another run are found', () => {
  const first = readNotes(noted(inTest('a', '1'), inTest('b', '2')))
  const second = readNotes(noted(inTest('a', '1'), inTest('c', '2'), inTest('a', '3')))
  expect(otherTests(first, second)).toEqual(new Set(['2', '3']))
  expect(otherTests(first, first)).toEqual(new Set())
})

it('processes without a test file are told apart', () => {
  const met = mkdtempSync(join(tmpdir(), 'svc-met-'))
  writeFileSync(join(met, '1.jsonl'), '{"met":"a"}\n{"met":"b","file":"/f"}\n{"together":["a"]}\n')
  expect(metElsewhere(met)).toEqual(new Set(['a']))
})
