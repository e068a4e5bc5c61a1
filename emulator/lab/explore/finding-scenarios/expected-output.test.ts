import { expect, it } from 'vitest'
import { expectedText } from './expected-output.ts'

const KNOWN = '00000000-0000-4000-8000-0000000000a1'
const DRAWN = '10000000-0000-4000-8000-000000000001'
const isKnown = (word: string) => word === KNOWN

it.each<[string, unknown]>([
  ['all done (1.5)', 'all done (1.5)'],
  [`user ${KNOWN}`, `user ${KNOWN}`],
  [DRAWN, { is: 'string' }],
  [`made ${DRAWN}.`, { matches: '^made .+\\.$' }],
  [`moved ${KNOWN} to ${DRAWN}`, { matches: `^moved ${KNOWN} to .+$` }],
  [`${DRAWN} and ${DRAWN}`, { matches: '^.+ and .+$' }],
])('of %j is expected %j', (text, expected) => {
  expect(expectedText(text, { isKnown })).toEqual(expected)
})
