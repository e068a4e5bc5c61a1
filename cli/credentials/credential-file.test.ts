import { describe, expect, it } from 'vitest'
import { parseCredentialFile } from './credential-file.ts'

const parse = (text: string) => parseCredentialFile('/h/.svc/credentials.yaml', text)
const whole = `# mine
default: work
profiles:
  work:
    api_key: svc-key-1
    api_url: http://h/v1
    realtime_url: ws://h/v1/realtime
    region: eu
  123:
    api_key: "456"
    api_url: https://h/v1
    realtime_url: null
extra: 1
`

describe('parseCredentialFile', () => {
  it('tells what is no YAML from what is none of ours', () => {
    expect(() => parse('default: "\n')).toThrow('is not valid YAML')
    expect(() => parse('- a\n')).toThrow('must be a map')
  })

  it('reads the default and the profiles, names as they are written', () => {
    const { defaultName, profiles } = parse(whole)
    expect(defaultName).toBe('work')
    expect([...profiles]).toEqual([
      ['work', { apiKey: 'svc-key-1', apiUrl: 'http://h/v1', realtimeUrl: 'ws://h/v1/realtime' }],
      ['123', { apiKey: '456', apiUrl: 'https://h/v1' }],
    ])
  })

  it.each([
    '007',
    '1e3',
    '0x1F',
    '.5',
    '+1',
    '12345678901234567890',
    '1_000',
    '0o7',
    '2001-01-01',
    '1:20',
    'yes',
    'true',
    '~',
  ])('reads %s as the text it is', (text) => {
    const stored = `default: ${text === '~' ? '"~"' : text}\nprofiles:\n  ${text}:\n    api_key: !!str ${text}\n    api_url: http://h/v1\n`
    const { defaultName, profiles } = parse(stored)
    expect([defaultName, ...profiles]).toEqual([text, [text, { apiKey: text, apiUrl: 'http://h/v1' }]])
  })

  it.each(['', '# nothing\n', 'default: null\nprofiles: {}\n', 'default:\nprofiles:\n', '---\n', 'other: 1\n'])(
    'is empty for %j',
    (text) => {
      const { defaultName, profiles } = parse(text)
      expect([defaultName, profiles.size]).toEqual([null, 0])
    },
  )

  const key = 'svc-key-very-secret'
  const profile = (body: string) => `default: null\nprofiles:\n  work:\n${body}`
  it.each([
    ['a tab', `default: work\nprofiles:\n\twork: "${key}"\n`, 3, 'not valid YAML'],
    ['a stray quote', `default: work\nprofiles:\n  work: { api_key: "${key}" "x" }\n`, 3, 'not valid YAML'],
    ['a key twice', `default: a\ndefault: b\n`, 2, 'not valid YAML (DUPLICATE_KEY)'],
    ['two documents', `default: a\n---\ndefault: b\n`, 2, 'not valid YAML'],
    ['a default with a tag', `default: !secret ${key}\n`, 1, 'a text without a tag, or null'],
    [
      'a key with a tag',
      profile(`    api_key: !!binary ${key}\n    api_url: http://h/v1\n`),
      4,
      'a text without a tag',
    ],
    ['an alias', `default: &x work\nprofiles:\n  work: *x\n`, 3, 'aliases'],
    ['an alias into a profile', `profiles:\n  work: &x { api_key: k, api_url: "http://h" }\ncopy: *x\n`, 3, 'aliases'],
    ['an alias without an anchor', `other: *x\n`, 1, 'aliases'],
    ['a list', `# c\n- ${key}\n`, 2, 'must be a map'],
    ['a text', `${key}\n`, 1, 'must be a map'],
    ['a default that is a list', `\ndefault: [5]\n`, 2, 'default must be the name'],
    ['a default that is empty', `default: ""\n`, 1, 'default must be the name'],
    ['profiles as a list', `default: null\nprofiles:\n  - ${key}\n`, 3, 'profiles must be a map'],
    ['misspelt profiles', `default: null\nprofile:\n  work: 1\n`, 2, "did you mean 'profiles'?"],
    ['a profile that is the key', profile(`    ${key}\n`), 4, "profile 'work' must be a map"],
    ['a profile without anything', `profiles:\n  work:\n`, 2, "profile 'work' must be a map"],
    ['no key', profile('    api_url: http://h/v1\n'), 3, "profile 'work' has no api_key"],
    ['a null key', profile('    api_url: http://h/v1\n    api_key:\n'), 5, 'has no api_key'],
    ['no URL', profile(`    api_key: ${key}\n`), 3, "profile 'work' has no api_url"],
    ['a misspelt URL', profile(`    api_key: ${key}\n    api_uri: http://h/v1\n`), 5, "did you mean 'api_url'?"],
    ['a map for a key', profile(`    api_key: { value: ${key} }\n    api_url: http://h/v1\n`), 4, 'must be a text'],
    ['a key of two lines', profile(`    api_key: "${key}\\nx"\n    api_url: http://h/v1\n`), 4, 'position 20'],
    ['a URL that is none', profile(`    api_key: ${key}\n    api_url: ${key}\n`), 5, 'must be a URL'],
    [
      'a realtime URL of the wrong kind',
      profile(`    api_key: ${key}\n    api_url: http://h/v1\n    realtime_url: http://h\n`),
      6,
      'ws://',
    ],
    [
      'a profile without a name',
      `profiles:\n  "": { api_key: ${key}, api_url: "http://h" }\n`,
      2,
      'a profile must have a name',
    ],
    [
      'a list for a name',
      `profiles:\n  ? [${key}]\n  : { api_key: a, api_url: "http://h" }\n`,
      2,
      'a profile must have a name',
    ],
    [
      'a profile twice',
      `profiles:\n  ~: { api_key: a, api_url: "http://h" }\n  "~": { api_key: a, api_url: "http://h" }\n`,
      3,
      "'~' is there twice",
    ],
  ])('names the line of %s, and never the key', (_, text, line, problem) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({
        code: 'CREDENTIALS_NOT_FOUND',
        message: expect.stringMatching(new RegExp(`^/h/\\.svc/credentials\\.yaml:${line}: `)),
      }),
    )
    expect(() => parse(text)).toThrow(problem)
    expect(() => parse(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining(key) }))
  })
})
