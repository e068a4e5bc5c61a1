/** Two documents that are each a megabyte at most, and compared: what was sent, and a question about it or a trigger that waits for it. */
import { each, fields, type LargeInput } from './large-input.ts'

const SEND = 'PUT /v1/blobs/acme/weights/metadata/tags'
const text = 'a'.repeat(900_000)
const half = 'a'.repeat(200_000)

/** What is sent, and what it is compared with. */
const pairs: readonly (readonly [name: string, sent: object, asked: object])[] = [
  ['a pattern of many ways and a long text', { t: text }, { t: { matches: '(?:a?){300}b' } }],
  ['ten patterns of many ways', fields(10, 't', 'a'.repeat(90_000)), fields(10, 't', { matches: '(?:a?){300}b' })],
  [
    'two hundred fields in each of 100,000 items',
    { t: Array(100_000).fill({}) },
    { t: { contains: fields(200, 'f') } },
  ],
  [
    'a pattern in each of 100,000 items',
    { t: Array(100_000).fill('aaaaa') },
    { t: { contains: { matches: '(?:abc|def){1,40}z' } } },
  ],
  [
    'items of items',
    { t: Array(300).fill(Array(300).fill('aaaa')) },
    { t: { contains: { contains: { matches: '(?:abc|def){1,40}z' } } } },
  ],
  ['a long text in a longer one', { t: text }, { t: { contains: `${half}b${half}` } }],
  ['900 other fields', fields(2_000, 'f'), fields(900, 'g')],
  ['900 fields and none other', { t: fields(9_000, 'a') }, { t: { exactly: fields(900, 'b') } }],
  ['900 other texts', fields(900, 'f', 'x'.repeat(1_000)), fields(900, 'f', 'y')],
]

export function comparisons(): LargeInput[] {
  const compared = (
    name: string,
    door: string,
    body: object,
    before: NonNullable<LargeInput['before']>,
  ): LargeInput => ({ kind: 'compared', name, door, body, before })
  const trigger = (params: object) => ({
    door: 'POST /__emulator/triggers',
    body: { when: { endpoint: 'PUT /blobs/:org_id/:blob_id/metadata/:alias', params }, do: [{ drop: true }] },
  })
  return [
    ...pairs.flatMap(([name, sent, asked]) => [
      compared(name, 'POST /__emulator/verify', { match: { params: asked } }, [{ door: SEND, body: sent }]),
      compared(name, SEND, sent, [trigger(asked)]),
    ]),
    compared(
      '1,000 triggers with a pattern',
      SEND,
      { t: 'a'.repeat(1_000) },
      each(1_000, () => trigger({ t: { matches: '(?:a?){100}b' } })),
    ),
    compared(
      'a text of 2.4 megabytes',
      'POST /__emulator/verify',
      { match: { params: { a: 'x'.repeat(2_400_000) } } },
      [],
    ),
    compared(
      'a request with 80,000 fields, sent again',
      'POST /__emulator/journal/1/resend',
      { changes: { body: each(8, (n) => fields(9_990, `f${n}`)) } },
      [{ door: 'POST /v1/orgs', body: {} }],
    ),
  ]
}
