import { beforeAll, expect, it } from 'vitest'
import '../conformance/large-world.ts'
import { alternatives } from '../../emulator/contract/variants.ts'
import { describeTransitions, NO_MESSAGE, playProbes, readTransitions } from './transitions.ts'

let probed: Awaited<ReturnType<typeof playProbes>>
const sections = readTransitions()

beforeAll(async () => {
  probed = await playProbes()
})

it.each(alternatives.map((each) => [each.id, each] as const))(
  '%s changes the answers that transitions.txt says (see write-transitions.ts)',
  async (id, each) => {
    expect(await describeTransitions(each, probed)).toBe(sections.get(id))
  },
)

it('the file of transitions has a section for each alternative, and each changes an answer', () => {
  expect([...sections.keys()]).toEqual(alternatives.map(({ id }) => id))
  expect([...sections].filter(([, text]) => text.includes(NO_MESSAGE)).map(([id]) => id)).toEqual([])
  // The order of answers, and the end of a connection, are in no answer: whole.test.ts shows them.
  expect([...sections].filter(([, text]) => !text.includes(' -> ')).map(([id]) => id)).toEqual(['A-316/1', 'A-407/1'])
})
