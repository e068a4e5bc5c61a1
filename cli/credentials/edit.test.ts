import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type CredentialFile, parseCredentialFile } from './credential-file.ts'
import { putProfile, removeProfile, serialize, setDefault } from './edit.ts'

const stored = `# kept
default: work
profiles:
  # also kept
  work:
    api_key: key-1
    api_url: http://h/v1
    realtime_url: ws://h/v1/realtime
    region: eu
  123: { api_key: key-2, api_url: "http://h/v1", realtime_url: "ws://h/2" }
later: [1, 2]
`
function edited(text: string, edit: (file: CredentialFile) => void, release: 0 | 1 = 1): string {
  const file = parseCredentialFile('f', text)
  edit(file)
  return serialize(file, release)
}

describe('edits', () => {
  it('keep comments, unknown entries and the other profiles', () => {
    const text = edited(stored, (file) => putProfile(file, 'new', { apiKey: 'key-3', apiUrl: 'http://n/v1' }))
    for (const line of stored.trim().split('\n').slice(0, -2)) expect(text).toContain(line)
    expect(text).toContain('later: [ 1, 2 ]')
    expect(text).toContain('  new:\n    api_key: key-3\n    api_url: http://n/v1\n')
  })

  it('put the whole new profile in the place of the old one', () => {
    const { profiles } = parseCredentialFile(
      'f',
      edited(stored, (file) => putProfile(file, '123', { apiKey: 'key-3', apiUrl: 'http://n/v1' })),
    )
    expect(profiles.get('123')).toEqual({ apiKey: 'key-3', apiUrl: 'http://n/v1' })
    expect(profiles.size).toBe(2)
  })

  it('keep what is not theirs as it is written, whatever it means to others', () => {
    const others = [
      'mode: 0600 # octal',
      'account: 012345678901',
      'serial: 12345678901234567890',
      'ratio: 1.50',
      'nothing:',
      'tilde: ~',
      'flag: yes',
      'tagged: !!int 0600',
      'secret: !vault abc',
      'date: 2001-01-01',
      'base: &base [ 007, 1e3 ]',
      'copy: *base',
      'merged:',
      '  <<: *base',
    ].join('\n')
    const text = edited(`${others}\n${stored}`, (file) => setDefault(file, '123'))
    expect(text.slice(0, others.length + 1)).toBe(`${others}\n`)
  })

  const looksElse = ['007', '012345678901', '1e3', '0x1F', '.5', '+1', '1_000', '0o7', '2001-01-01', '1:20']
  it.each([...looksElse, '~', 'yes', 'N', 'on', 'null', 'true', '=', '<<', '9007199254740993', '.inf', '1,000', ':a'])(
    'keep the name %s that somebody wrote, and put it into quotes',
    (name) => {
      const written = `default: other # mine\nprofiles:\n  ${name}:\n    api_key: 1e3\n    api_url: http://h/v1\n`
      const text = edited(written, (file) => setDefault(file, name))
      const shown = JSON.stringify(name)
      expect(text).toBe(
        `default: ${shown} # mine\nprofiles:\n  ${shown}:\n    api_key: "1e3"\n    api_url: http://h/v1\n`,
      )
      for (const version of ['1.1', '1.2'] as const)
        expect(parse(text, { version })).toMatchObject({ default: name, profiles: { [name]: { api_key: '1e3' } } })
    },
  )

  it('start a store from nothing, in readable lines', () => {
    const text = edited('', (file) => {
      putProfile(file, 'default', { apiKey: 'key', apiUrl: 'http://h/v1', realtimeUrl: 'ws://h/r' })
      setDefault(file, 'default')
    })
    expect(text).toBe(
      'default: default\nprofiles:\n  default:\n    api_key: key\n    api_url: http://h/v1\n    realtime_url: ws://h/r\n',
    )
    const again = edited(
      edited(text, (file) => removeProfile(file, 'default')),
      (file) => putProfile(file, 'b', { apiKey: 'k', apiUrl: 'http://h' }),
    )
    expect(again).toContain('profiles:\n  b:\n    api_key: k\n')
  })

  it('remove by name as it is written', () => {
    const { profiles } = parseCredentialFile(
      'f',
      edited(stored, (file) => removeProfile(file, '123')),
    )
    expect([...profiles.keys()]).toEqual(['work'])
  })

  it.each(['null', '123', 'true', '~', 'a: b', '- x', "o'clock", '"', 'ä €', '#x', '__proto__'])(
    'bring the name %j through',
    (name) => {
      const text = edited('', (file) => {
        putProfile(file, name, { apiKey: '0123456789', apiUrl: 'http://h/v1' })
        setDefault(file, name)
      })
      const { defaultName, profiles } = parseCredentialFile('f', text)
      expect([defaultName, ...profiles]).toEqual([name, [name, { apiKey: '0123456789', apiUrl: 'http://h/v1' }]])
    },
  )

  it.each(['', 'default: null\n', 'profiles:\n', 'default: null\nprofiles: {}\n'])(
    'write the first profile into %j',
    (text) => {
      const { profiles } = parseCredentialFile(
        'f',
        edited(text, (file) => putProfile(file, 'a', { apiKey: 'key-1', apiUrl: 'http://h/v1' })),
      )
      expect([...profiles]).toEqual([['a', { apiKey: 'key-1', apiUrl: 'http://h/v1' }]])
    },
  )

  it('leave a store on one line there', () => {
    const line = '{ default: a, profiles: { a: { api_key: k, api_url: http://h } } }\n'
    expect(edited(line, (file) => putProfile(file, 'b', { apiKey: 'k', apiUrl: 'http://h' }))).toMatch(
      /^\{ default: a, profiles: \{ a: .*, b:/,
    )
  })

  it('do not fold a long key', () => {
    const apiKey = `#${'k'.repeat(500)}`
    const text = edited('', (file) => putProfile(file, 'a', { apiKey, apiUrl: 'http://h/v1' }))
    expect(text).toContain(`api_key: "${apiKey}"\n`)
  })

  it('of release 0 drop every realtime_url and nothing else', () => {
    const text = edited(stored, (file) => setDefault(file, '123'), 0)
    expect(text).not.toContain('realtime_url')
    expect([...parseCredentialFile('f', text).profiles.values()]).toEqual([
      { apiKey: 'key-1', apiUrl: 'http://h/v1' },
      { apiKey: 'key-2', apiUrl: 'http://h/v1' },
    ])
    for (const part of ['# kept', '# also kept', 'region: eu', 'later:']) expect(text).toContain(part)
  })
})
