import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

/** Each code point but the surrogates, which are no text. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count))

/**
 * Text of any characters. As `fc.string({ unit: 'binary' })`, whose table of all of them takes a second to make.
 */
export function anyText(constraints: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character })
}
