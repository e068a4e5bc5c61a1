import { describe, expect, it } from 'vitest'
import { VERSION } from '../../emulator/contract/version.ts'
import { ioFor, newHome } from '../../tests/helpers/cli/in-process.ts'
import { command, type Flags, type Invocation, type Program } from './command.ts'
import { asksForJson, readCommandLine } from './command-line.ts'

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
        output: { about: 'File', value: 'file', short: 'o' },
        names: { about: 'Names', value: 'names', many: true },
        mode: { about: 'Mode', choices: ['fast', 'slow'], default: 'slow' },
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
const parseWords = (of: Program, argv: readonly string[]) => readCommandLine(of, argv, ioFor(newHome()))
const parse = (line: string) => parseWords(program, line === '' ? [] : line.split(' '))

describe('readCommandLine', () => {
  it('gives values as strings and switches as booleans, wherever the flags stand', async () => {
    await expect(parse('--json put --api-key 007 --no-input')).resolves.toMatchObject({
      kind: 'run',
      json: true,
      invocation: { flags: { 'api-key': '007', 'no-input': true, port: undefined }, positionals: [] },
    })
    await expect(parse('put')).resolves.toMatchObject({ json: false, invocation: { flags: { 'no-input': false } } })
  })

  it('keeps an empty value and one that starts with a dash after an equals sign', async () => {
    await expect(parse('put --api-key=')).resolves.toMatchObject({ invocation: { flags: { 'api-key': '' } } })
    await expect(parseWords(program, ['put', '--api-key', ''])).resolves.toMatchObject({
      invocation: { flags: { 'api-key': '' } },
    })
    await expect(parse('put --api-key=--x')).resolves.toMatchObject({ invocation: { flags: { 'api-key': '--x' } } })
  })

  it('refuses an empty value, or an empty list, for a program that refuses them', async () => {
    const strict = { ...program, refusesEmpty: true }
    for (const argv of [
      ['put', '--port', ''],
      ['put', '--port= '],
      ['put', '--names', 'a', '--names', ','],
    ])
      await expect(parseWords(strict, argv)).rejects.toThrow(/^--(?:port|names) is empty, expected --/)
    await expect(parseWords(strict, ['put', '--port', '0'])).resolves.toMatchObject({ kind: 'run' })
  })

  it('lets a value be negative, a dash, or anything after an equals sign', async () => {
    const flags = async (line: string) => ((await parse(line)) as { invocation: Invocation<Flags> }).invocation.flags
    expect(await flags('put --port -5')).toMatchObject({ port: '-5' })
    expect(await flags('put --port -')).toMatchObject({ port: '-' })
    expect(await flags('put --api-key=a=b --port 0x10')).toMatchObject({ 'api-key': 'a=b', port: '0x10' })
  })

  it('takes a short form, adds up the values of a list, and knows defaults', async () => {
    for (const line of ['put -o x.yaml', 'put -o=x.yaml', 'put --output=x.yaml'])
      await expect(parse(line)).resolves.toMatchObject({ invocation: { flags: { output: 'x.yaml', mode: 'slow' } } })
    await expect(parse('put --names a --names=b,c --mode fast')).resolves.toMatchObject({
      invocation: { flags: { names: 'a,b,c', mode: 'fast' } },
    })
  })

  it('reads switches in front of the command', async () => {
    await expect(parse('--no-input put')).resolves.toMatchObject({ invocation: { flags: { 'no-input': true } } })
    await expect(parse('--no-input box ls')).rejects.toThrow('Unknown flag')
  })

  it('hands the words after -- to a command that runs a program, untouched', async () => {
    const runs = command({ path: ['try'], about: 'Try', flags: {}, takesProgram: true, examples: [], run })
    const words = ['npx', 'x', '--json', '-x=1', '--', '--help', '', '007']
    await expect(parseWords({ ...program, commands: [runs] }, ['try', '--', ...words])).resolves.toMatchObject({
      json: false,
      invocation: { positionals: [], program: words },
    })
  })

  it('takes words after -- and the words true and false as positionals', async () => {
    await expect(parse('box use -- --json')).resolves.toMatchObject({
      json: false,
      invocation: { positionals: ['--json'] },
    })
    await expect(parse('box use --json true')).resolves.toMatchObject({
      json: true,
      invocation: { positionals: ['true'] },
    })
    await expect(parse('box use __proto__')).resolves.toMatchObject({ invocation: { positionals: ['__proto__'] } })
  })

  it('answers help and version whatever else is on the line', async () => {
    const text = (shown: string) => ({ kind: 'text', text: expect.stringContaining(shown) })
    await expect(parse('put --help --api-kye')).resolves.toEqual(text('tool put [flags]'))
    await expect(parse('-h')).resolves.toEqual(text('tool <command> [flags]'))
    await expect(parse('help box')).resolves.toEqual(text('tool box use'))
    await expect(parse('--version')).resolves.toEqual({
      kind: 'text',
      text: `${VERSION}
`,
    })
    await expect(parse('pot --help')).rejects.toThrow("Unknown command 'pot', did you mean 'put'?")
  })

  it.each([
    ['put --api-kye x', 'Unknown flag --api-kye, did you mean --api-key?'],
    ['put -api-key x', 'Unknown flag -api-key…, did you mean --api-key <key>?'],
    ['put -x', 'Unknown flag -x'],
    ['put --zzz', 'Unknown flag --zzz'],
    ['box ls --api-key x', 'Unknown flag --api-key: it is one of tool put'],
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
    ['put -abc=1', 'Unknown flag -abc'],
    ['put -oput.yaml', 'Unknown flag -o…, did you mean --output <file>?'],
    ['put -o', '--output needs a value: --output <file>'],
    ['put -o a --output b', '--output is given more than once'],
    ['put --mode fats', "--mode takes 'fast' or 'slow'; it was 'fats', did you mean 'fast'?"],
    ['put --no-json', 'Unknown flag --no-json'],
    ['box --json lss', "Unknown command 'box lss', did you mean 'box ls'?"],
  ])('refuses %j', async (line, message) => {
    await expect(parse(line)).rejects.toThrow(
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
  ])('does not repeat what may be a key in the wrong place: %j', async (line) => {
    await expect(parse(line)).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') }),
    )
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

  it('repeats the word, and says where it may belong', async () => {
    await expect(parseWords(open, ['large-1'])).rejects.toThrow(
      "Unknown command 'large-1'. If it is a scenario: npx tool start large-1. The commands of tool are",
    )
  })

  it('says where the line of another program goes', async () => {
    const runs = command({ path: ['try'], about: 'Try', flags: {}, takesProgram: true, examples: [], run })
    await expect(parseWords({ ...program, commands: [runs] }, ['try', 'npx', 'vitest'])).rejects.toThrow(
      'tool try takes no arguments, 2 were given; the line of the program goes after --: npx tool try -- …',
    )
    await expect(parseWords({ ...program, commands: [runs] }, ['try', 'node', '-e', '1'])).rejects.toThrow(
      'Unknown flag -e; the line of the program goes after --: npx tool try -- …',
    )
    for (const words of [
      ['try', '-e', '--', 'node'],
      ['try', '-e', 'node'],
    ])
      await expect(parseWords({ ...program, commands: [runs] }, words)).rejects.toThrow(/^Unknown flag -e$/)
  })

  it('names the near command alone', async () => {
    await expect(parseWords(open, ['strat'])).rejects.toThrow(/^Unknown command 'strat', did you mean 'start'\?$/)
  })
})

describe('asksForJson', () => {
  it('is told by the flag before --', () => {
    expect(asksForJson(program, ['put', '--bad', '--json'])).toBe(true)
    expect(asksForJson(program, ['put', '--', '--json'])).toBe(false)
    expect(asksForJson({ ...program, json: false }, ['--json'])).toBe(false)
  })
})
