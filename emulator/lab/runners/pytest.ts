import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TestFailure } from '../engine/subject.ts'
import type { Runner } from './runner.ts'

/** pytest. */
export const pytest: Runner = {
  name: 'pytest',
  takes: isPytest,
  reporting: (words, folder) => ({ words: [...words, `--junitxml=${join(folder, REPORT)}`] }),
  readFailures,
}

const REPORT = 'pytest.xml'

/** True if the command line calls pytest itself, also as `python -m pytest`, so that flags can be appended. */
function isPytest(words: readonly string[]): boolean {
  return words.some((word) => /^(?:pytest|py\.test)(?:\.exe)?$/.test(basename(word))) && !words.includes('--')
}

async function readFailures(folder: string): Promise<TestFailure[]> {
  return readJunit(await readFile(join(folder, REPORT), 'utf8').catch(() => ''))
}

/**
 * Reads the tests that failed from the JUnit report of pytest. The message is its first line: those below show the
 * values that an assertion met, which are other ones in each world.
 */
export function readJunit(xml: string): TestFailure[] {
  return Array.from(xml.matchAll(/<testcase\b([^>]*[^/])>([^]*?)<\/testcase>/g), ([, head = '', inside = '']) => {
    const found = /<(?:failure|error)\b([^>]*)>([^]*?)<\/(?:failure|error)>/.exec(inside)
    if (found === null) return undefined
    const [, tag = '', text = ''] = found
    const name = [readAttribute(head, 'classname'), readAttribute(head, 'name')].filter((part) => part !== '')
    return { name: name.join(' > '), message: readMessage(readAttribute(tag, 'message'), unescapeXml(text)) }
  }).filter((failure) => failure !== undefined)
}

/** The first line of a message. Of a file that could not be loaded, the error is the last line of its text. */
function readMessage(message: string, text: string): string {
  const errors = text.split('\n').flatMap((line) => /^E {3}(.*)$/.exec(line)?.[1] ?? [])
  return message === 'collection failure' ? (errors.at(-1) ?? message) : (message.split('\n', 1)[0] ?? '')
}

function readAttribute(tag: string, name: string): string {
  return unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name = '') =>
    code === undefined ? (Object.hasOwn(entities, name) ? entities[name]! : whole) : String.fromCodePoint(Number(code)),
  )
}
