import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** APIs that are internal to Node or V8, or that override another class from outside. */
const privateApis: readonly RegExp[] = [
  // Fields of Node's own objects begin with an underscore.
  /\b(?:request|response|req|res|message|socket|server|stream|webSocket)\??\.(?:#|_)\w+/,
  /\._(?:header|handle|events|readableState|writableState|httpMessage|dump|implicitHeader|send|storeHeader|server|sender|receiver|socket)\b/,
  /\b_(?:header|readableState|writableState|httpMessage|storeHeader|implicitHeader)\b/,
  /setFlagsFromString|cachedData|createCachedData|process\.binding|internalBinding|internal\/\w+\/|require\.cache|Module\._/,
  /\boverride (?:push|read|_read|_write|_transform|_destroy|write|emit|resume|pause)\(/,
  /extends (?:\w+\.)?(?:IncomingMessage|ServerResponse|Socket|WebSocket|WebSocketServer)\b/,
  /\bopcode\b.*0x8|String\.fromCharCode\(0x81/,
]

const skipped = /node_modules|\.test\.ts$|e2e|\/testing\/|conformance/

function files(folders: readonly string[], ends: RegExp): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((file) => ends.test(file) && !skipped.test(file))
}

function found(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      privateApis.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
    )
}

it('no source and no script of the build uses a private interface of Node or ws', () => {
  const sources = files(['emulator', 'cli', 'tools/build'], /\.(?:ts|mjs|cjs)$/)
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((file) => found(file, readFileSync(file, 'utf8')))).toEqual([])
})

it.each([
  'response._header = head',
  'socket._handle.close()',
  'class A extends IncomingMessage {',
  'override push(piece) {',
  "setFlagsFromString('--x')",
  'new Script(text, { cachedData })',
  'webSocket._sender.send()',
  "process.binding('http_parser')",
  'String.fromCharCode(0x81, length)',
])('a line such as %j would be seen', (line) => {
  expect(found('file.ts', line)).toHaveLength(1)
})

/** The parts of a bundle that are ours: the bundler names the source above each. */
function ownParts(text: string): string {
  let own = true
  return text
    .split('\n')
    .filter((line) => {
      const source = /^\s*\/\/ ((?:[\w.-]+\/)+[\w.-]+\.(?:ts|m?js|cjs|json))$/.exec(line)?.[1]
      if (source !== undefined) own = !source.includes('node_modules/')
      return own
    })
    .join('\n')
}

const built = (): string[] => files(['dist'], /\.js$/)

it('what is built of it does not either', () => {
  const whole = readFileSync('dist/cjs/library.js', 'utf8')
  expect(ownParts(whole).length).toBeGreaterThan(500_000)
  expect(ownParts(whole)).toContain('createNodeServer')
  expect(built().flatMap((file) => found(file, ownParts(readFileSync(file, 'utf8'))))).toEqual([])
})

it('no line of what is built is longer than a screen, but for a text in it', () => {
  const long = built().flatMap((file) =>
    ownParts(readFileSync(file, 'utf8'))
      .split('\n')
      .filter((line) => line.replaceAll(/(["'`])(?:\\.|(?!\1)[^\\])*\1/g, '').length > 500)
      .map((line) => `${file} ${line.length} ${line.slice(0, 60)}`),
  )
  expect(long).toEqual([])
})
