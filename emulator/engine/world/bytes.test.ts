import { expect, it } from 'vitest'
import { decodeBytes, encodeBytes } from './bytes.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, n) => (n * 7) % 256)

it.each([0, 1, 2, 255, 8_192, 8_193, 20_000])('%i bytes are base64, and the same again', (length) => {
  const record = { id: 'r', data: bytes(length), name: 'x', none: null, count: 3 }
  const encoded = encodeBytes(record)
  expect(encoded).toEqual({ ...record, data: { base64: Buffer.from(record.data).toString('base64') } })
  expect(decodeBytes(encoded, ['data'])).toEqual(record)
  expect(record.data).toEqual(bytes(length))
})

it('decodes nothing else', () => {
  const record = { id: 'r', none: null, text: 'AA==', object: { base64: 7 }, nothing: undefined, list: ['AA=='] }
  expect(decodeBytes(record, [...Object.keys(record), 'missing'])).toEqual(record)
  expect(decodeBytes({ own: { base64: 'AA==' } }, ['data'])).toEqual({ own: { base64: 'AA==' } })
  expect(() => decodeBytes({ data: { base64: '*' } }, ['data'])).toThrow('data.base64: expected base64')
})
