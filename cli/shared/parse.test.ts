import { describe, expect, it } from 'vitest'
import { command, type Program } from './command.ts'
import { asksForJson, parseArguments } from './parse.ts'

const run = async (): Promise<undefined> => undefined
const program: Program = {
  name: 'tool',
  about: 'A tool.',
  json: true,
  commands: [
    command({
      path: ['put'],
      about: 'Put',
      flags: {
        'api-key': { about: 'Key', value: 'key' },
        'no-input': { about: 'Quiet' },
        port: { about: 'Port', value: 'n' },
      },
      examples: [],
      run,
    }),
    command({ path: ['box', 'ls'], about: 'List', flags: {}, examples: [], run }),
    command({
      path: ['box', 'use'],
      about: 'Use',
      flags: {},
      positionals: [{ name: 'name', about: 'Name' }],
      examples: [],
      run,
    }),
  ],
}
const parse = (line: string) => parseArguments(program, line === '' ? [] : line.split(' '))

describe('parseArguments', () => {
  it('gives values as strings and switches as booleans, wherever the flags stand', () => {
    expect(parse('--json put --api-key 007 --no-input')).toMatchObject({
      kind: 'run',
      json: true,
      invocation: { flags: { 'api-key': '007', 'no-input': true, port: undefined }, positionals: [] },
    })
    expect(parse('put')).toMatchObject({ json: false, invocation: { flags: { 'no-input': false } } })
  })

  it('keeps an empty value and one that starts with a dash after an equals sign', () => {
    expect(parse('put --api-key=')).toMatchObject({ invocation: { flags: { 'api-key': '' } } })
    expect(parseArguments(program, ['put', '--api-key', ''])).toMatchObject({
      invocation: { flags: { 'api-key': '' } },
    })
    expect(parse('put --api-key=--x')).toMatchObject({ invocation: { flags: { 'api-key': '--x' } } })
  })

  it('takes words after -- and the words true and false as positionals', () => {
    expect(parse('box use -- --json')).toMatchObject({ json: false, invocation: { positionals: ['--json'] } })
    expect(parse('box use --json true')).toMatchObject({ json: true, invocation: { positionals: ['true'] } })
    expect(parse('box use __proto__')).toMatchObject({ invocation: { positionals: ['__proto__'] } })
  })

  it('answers help and version whatever else is on the line', () => {
    expect(parse('put --help --api-kye')).toEqual({ kind: 'help', path: ['put'] })
    expect(parse('-h')).toEqual({ kind: 'help', path: [] })
    expect(parse('help box')).toEqual({ kind: 'help', path: ['box'] })
    expect(parse('--version')).toEqual({ kind: 'version' })
  })

  it.each([
    ['put --api-kye x', 'Unknown flag --api-kye, did you mean --api-key?'],
    ['put -api-key x', 'Unknown flag -api-key…, did you mean --api-key <key>?'],
    ['put -x', 'Unknown flag -x'],
    ['put --zzz', 'Unknown flag --zzz'],
    ['box ls --api-key x', 'Unknown flag'],
    ['put --api-key', '--api-key needs a value'],
    ['put --api-key --no-input', '--api-key needs a value'],
    ['put --api-key a --api-key b', '--api-key is given more than once'],
    ['put --json=1', '--json takes no value'],
    ['put extra', 'tool put takes no arguments, 1 was given'],
    ['box use', '<name> is missing: tool box use <name>'],
    ['box use a b c', 'tool box use takes one argument, 3 were given'],
    ['', 'A command is needed'],
    ['box', "'box' needs a further word"],
    ['box lss', "Unknown command 'box lss', did you mean 'box ls'?"],
    ['pot', "Unknown command 'pot', did you mean 'put'?"],
    ['put --__proto__ x', 'Unknown flag'],
    ['--prot 4011', 'Unknown flag --prot, did you mean --port?'],
    ['--zzz my-secret-key-1', 'Unknown flag --zzz'],
  ])('refuses %j', (line, message) => {
    expect(() => parse(line)).toThrow(
      expect.objectContaining({ code: 'USAGE_ERROR', exitCode: 2, message: expect.stringContaining(message) }),
    )
  })

  it.each([
    'put --api-key -my-secret-key-1',
    'put --api-keymy-secret-key-1',
    'put -api-key=my-secret-key-1',
    'put --my-secret-key-1',
    'put my-secret-key-1',
    'my-secret-key-1',
    'box my-secret-key-1',
    'box ls my-secret-key-1',
  ])('does not repeat what may be a key in the wrong place: %j', (line) => {
    expect(() => parse(line)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('secret') }))
  })
})

describe('of a program whose words are no secrets, the refusal', () => {
  const start = command({
    path: ['start'],
    about: 'Start',
    flags: {},
    positionals: [{ name: 'scenario', about: 'It', optional: true }],
    examples: [],
    run,
  })
  const open: Program = { ...program, commands: [...program.commands, start], fallback: 'start', repeatsWords: true }

  it('repeats the word, and says where it may belong', () => {
    expect(() => parseArguments(open, ['large-1'])).toThrow(
      "Unknown command 'large-1'. If it is a scenario: tool start large-1. The commands of tool are",
    )
  })

  it('says where the line of another program goes', () => {
    const runs = command({ path: ['try'], about: 'Try', flags: {}, takesProgram: true, examples: [], run })
    expect(() => parseArguments({ ...program, commands: [runs] }, ['try', 'npx', 'vitest'])).toThrow(
      'tool try takes no arguments, 2 were given; the line of the program goes after --: tool try -- …',
    )
  })

  it('names the near command alone', () => {
    expect(() => parseArguments(open, ['strat'])).toThrow(
      "Unknown command 'strat', did you mean 'start'? The commands of tool are",
    )
  })
})

describe('asksForJson', () => {
  it('is told by the flag before --', () => {
    expect(asksForJson(program, ['put', '--bad', '--json'])).toBe(true)
    expect(asksForJson(program, ['put', '--', '--json'])).toBe(false)
    expect(asksForJson({ ...program, json: false }, ['--json'])).toBe(false)
  })
})
