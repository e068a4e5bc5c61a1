import { describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../../emulator/index.ts'
import { topics } from './cases.ts'
import { DocumentedApi } from './documented-api.ts'
import { isLarge, type Case } from './suite.ts'

const seeds = [1, 2, 3, 4]

/** Cases that exist to show an assumption, and what of it varies. Every other case holds under every seed. */
const beyondTheSpecification: Readonly<Record<string, string>> = {
  'a body that cannot be read is refused and changes nothing': 'prose may change',
  'limit bounds what is read and access filters afterwards: short and empty pages are not the end':
    'how many rows a page reads below its limit',
  'reads 50 by default and 200 at most': 'how many rows a page reads below its limit',
  'reads 50 rows without a limit, 200 at most, and refuses more instead of clamping':
    'A-29: the default limit of a command',
  'a modified cursor, or one of another listing, is invalid_cursor; a null one is no string':
    'how many rows a page reads below its limit',
  'deletions between pages break no opaque cursor, and nothing is answered twice':
    'how many rows a page reads below its limit',
  'a page that ends on the last record has a cursor all the same, and the next one is empty': 'A-32: the trailing page',
  'a minted acting token acts as the account, with the human behind it, until it expires':
    'A-17: the owner in a user object',
}

const waySuffix = / \(commands over (?:HTTP|the socket)\)$/

/** Cases that need more than requests are left to the other runs. */
function isDocumented({ name, needs = [] }: Case): boolean {
  return needs.length === 0 && beyondTheSpecification[name.replace(waySuffix, '')] === undefined
}

const bases = new Map<string, Emulator>()

function varying({ fixtures, settings }: Case, seed: number): Emulator {
  const key = JSON.stringify([fixtures, settings])
  let base = bases.get(key)
  if (base === undefined)
    bases.set(
      key,
      (base = createEmulator({
        ...(fixtures && { fixtures }),
        settings: { ...settings, unspecified: 'vary', otherwise: [] },
      })),
    )
  return base.fork({ seed })
}

/** Each record varies by its own: of those with thousands a second seed would show what the first does. */
const ofSeed = (seed: number, each: Case): boolean => seed === seeds[0] || !isLarge(each)

describe.each(seeds)('conformance under `unspecified: vary` with seed %i', (seed) => {
  for (const [topic, cases] of Object.entries(topics)) {
    for (const each of cases.filter((one) => isDocumented(one) && ofSeed(seed, one))) {
      it(`${topic}: ${each.name}`, async () => {
        const emulator = varying(each, seed)
        await each.run(new DocumentedApi(emulator), emulator)
      })
    }
  }
})

it('leaves out only cases that there are', () => {
  const names = Object.values(topics)
    .flat()
    .map(({ name }) => name.replace(waySuffix, ''))
  expect(Object.keys(beyondTheSpecification).filter((name) => !names.includes(name))).toEqual([])
})
