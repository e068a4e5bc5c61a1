import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

/** All code points except surrogates, which are not characters. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count))

/** Text of any characters, like `fc.string({ unit: 'binary' })`, whose table of them takes a second to build. */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character })
}
