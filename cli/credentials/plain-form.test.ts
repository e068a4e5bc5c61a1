import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../tests/helpers/cases.ts'
import { parseCredentialFile } from './credential-file.ts'
import { putProfile, serialize, setDefault } from './edit.ts'
import { readPlainForm } from './plain-form.ts'

const asYaml = (text: string) => {
  const { defaultName, profiles } = parseCredentialFile('f', text)
  return { defaultName, profiles: [...profiles] }
}
const asPlain = (text: string) => {
  const read = readPlainForm(text)
  return read === undefined ? undefined : { defaultName: read.defaultName, profiles: [...read.profiles] }
}
const plain = `default: work
profiles:
  work:
    api_key: svc-key-ada-admin
    api_url: http://127.0.0.1:4010/v1
    realtime_url: ws://127.0.0.1:4010/v1/realtime
  ci/eu-1.b:
    api_key: k
    api_url: https://h
`

describe('readPlainForm', () => {
  it('reads what this client writes', () => {
    expect(asPlain(plain)?.profiles).toHaveLength(2)
    expect(asPlain(plain)).toEqual(asYaml(plain))
    expect(asPlain(plain.replace('default: work', 'default: null'))?.defaultName).toBeNull()
  })

  it.each([
    ['', ''],
    ['a comment', `# c\n${plain}`],
    ['a further entry', `${plain}later: 1\n`],
    ['no end of the last line', plain.trimEnd()],
    ['quotes', plain.replace('svc-key-ada-admin', '"svc-key-ada-admin"')],
    ['a number', plain.replace('svc-key-ada-admin', '123')],
    ['a word that is no text', plain.replace('svc-key-ada-admin', 'Null')],
    ['a default that is no text', plain.replace('default: work', 'default: Null')],
    ['a name twice', plain.replace('ci/eu-1.b', 'work')],
    ['a field twice', `${plain}    api_url: https://h\n`],
    ['no URL', plain.replace('    api_url: https://h\n', '')],
    ['a URL that is none', plain.replace('https://h', 'nonsense')],
    ['Windows line ends', plain.replaceAll('\n', '\r\n')],
    ['no profiles', 'default: null\nprofiles:\n'],
  ])('leaves %s to the library', (_, text) => {
    expect(readPlainForm(text)).toBeUndefined()
  })

  const name = fc.oneof(
    fc.constantFrom('default', 'null', 'True', 'no', 'a.b', 'e1', 'x:y', '1', '.5', '__proto__'),
    fc.string({ maxLength: 6 }).filter((text) => text !== ''),
  )
  const key = fc.oneof(
    fc.constantFrom('svc-key', 'NULL', 'false', '0x1', '1e3', 'a:', 'a#b'),
    fc.stringMatching(/^[!-~]{1,8}$/),
  )
  const host = fc.constantFrom('http://h', 'http://h:1/v1', 'https://[::1]/v1/', 'http://h/a_b.c-d')

  it('reads every store that is written like the library does, or leaves it alone', () => {
    const profile = fc
      .record({ apiKey: key, apiUrl: host })
      .chain((own) => fc.oneof(fc.constant(own), fc.constant({ ...own, realtimeUrl: 'wss://h/r?x=1' })))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, profile), { maxLength: 4 }), fc.option(name), (profiles, chosen) => {
        const file = parseCredentialFile('f', '')
        for (const [own, value] of profiles) putProfile(file, own, value)
        setDefault(file, chosen)
        const text = serialize(file, 1)
        const read = asPlain(text)
        if (read !== undefined) expect(read).toEqual(asYaml(text))
      }),
    )
  })

  it('reads every damaged store like the library does, or leaves it alone', () => {
    const damage = fc.tuple(
      fc.nat(plain.length),
      fc.nat(12),
      fc.constantFrom(
        '',
        ' ',
        '  ',
        '\n',
        ':',
        ': ',
        '#',
        ' #',
        '-',
        '"',
        "'",
        '{',
        '&a ',
        '*a',
        '!',
        '~',
        'null',
        '1',
        '\t',
        '|',
        'é',
      ),
    )
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (places) => {
        const text = places.reduce((old, [at, length, put]) => old.slice(0, at) + put + old.slice(at + length), plain)
        const read = asPlain(text)
        if (read !== undefined) expect(read).toEqual(asYaml(text))
      }),
      cases(5000),
    )
  })
})
