import { describe, expect, it } from 'vitest'
import '../conformance/large-world.ts'
import { alternatives } from '../../emulator/contract/variants.ts'
import { formatName, parseAsk, play, type Asked } from '../conformance/marks/marks.ts'
import { decide, marks } from './probes.ts'

const shown = Object.entries(marks).flatMap(([clause, { by }]) => by.map((asked) => ({ clause, asked })))
const rows = new Map<Asked, ReadonlySet<string>>()

async function cited(asked: Asked): Promise<ReadonlySet<string>> {
  let found = rows.get(asked)
  if (found === undefined) rows.set(asked, (found = new Set((await play(asked)).journal.entries().at(-1)!.assumptions)))
  return found
}

/** Clauses that some of their requests do not show under an alternative, with the reason why the sentence holds. */
const notShown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'A-18/1': {
    'pagination.unpaginated.single-page-of-1mb': 'all members fit once their fields are left out',
    'pagination.unpaginated.target-members': 'all members fit once their fields are left out',
  },
  'A-26/1': {
    'pagination.unpaginated.list-definitions': 'all definitions fit once their fields are left out',
    'pagination.unpaginated.definitions-filter-after-cut': 'all definitions fit once their fields are left out',
    'pagination.unpaginated.empty-does-not-prove-absence': 'all definitions fit once their fields are left out',
  },
  'A-38/1': { 'pagination.record.order-not-changeable': 'the order is ignored, and does not change' },
  'A-154/1': { 'service.json-bodies': 'the request has no alias' },
  'A-301/1': {
    'perimeter.workflow-deployment-admitted': 'the request has no alias',
    'perimeter.scheduler-deployment-admitted': 'the request has no alias',
  },
  'A-346/1': { 'pagination.no-query-parameters': 'the parameter is refused' },
  'A-347/1': {
    'api-key.created-by-is-minting-human': 'the request names `me`',
    'api-keys.create.acting-token-user-allowed': 'the request names `me`',
    'acting-token.carries-human': 'the request names `me`',
  },
  'A-349/2': {
    'pagination.revisions.limit-default-50': 'a page whose rows are hidden is short',
  },
  'A-351/1': {
    'pagination.limit-bounds-rows-read': 'nothing is hidden from this reader',
    'pagination.short-page-is-not-the-end': 'nothing is hidden from this reader',
    'pagination.empty-page-is-not-the-end': 'nothing is hidden from this reader',
  },
  'A-411/3': { 'api-keys.create.never-above-role': 'the role write is enough for this request' },
  'A-415/1': {
    'envelope.binary.file-is-the-body': 'the request has no type',
    'envelope.binary.model-upload': 'the request has no type',
    'envelope.binary.session-file-upload': 'the request has no type',
  },
  'A-352/1': { 'keys.never-exceeds-role': 'the role read is enough for this request' },
}

/** The page that shows a clause is empty: whole walks are in suites.ts. */
const EMPTY_PAGES = 'A-349/1'

describe('under an alternative, a request that shows a clause shows it still', () => {
  it.each(alternatives.filter(({ id }) => id !== EMPTY_PAGES).map((each) => [each.id, each] as const))(
    '%s',
    async (id, { statement, by }) => {
      const broken = new Map<string, string>()
      for (const { clause, asked } of shown) {
        // The alternative is one value of a setting, and the request needs another.
        if (by.mutator === 'settings' && parseAsk(asked).settings !== undefined) continue
        if (!(await cited(asked)).has(statement)) continue
        const emulator = await play(asked, (each) => decide(each, [id]))
        if (!emulator.journal.entries().at(-1)!.clauses.includes(clause)) broken.set(clause, formatName(asked))
      }
      expect([...broken.keys()].toSorted(), [...broken.values()].join('\n')).toEqual(
        Object.keys(notShown[id] ?? {}).toSorted(),
      )
    },
  )
})
